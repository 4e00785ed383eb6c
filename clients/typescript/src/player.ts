/** One person with a phone: opens or finds a table, and plays there until the match is over. */

import { randomUUID } from "node:crypto";

import createClient, { type Client } from "openapi-fetch";

import type { components, paths } from "./api.js";
import { choose, type View } from "./choice.js";
import { pause, type Dice, type Fetch } from "./network.js";

export type Api = Client<paths>;
type Event = components["schemas"]["ActionEvent"];
type Problem = components["schemas"]["Problem"];

const SECONDS_TO_WAIT = 20;

/** The server understood, and said no. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
  }
}

export class Player {
  /** The actions that the server has acknowledged, as they stand in the log. */
  readonly acknowledged: Event[] = [];
  repeated = 0;
  private seen: View | undefined;

  private constructor(
    readonly api: Api,
    private readonly dice: Dice,
  ) {}

  /** Become a guest: no form, and a token that this phone keeps. */
  static async arrive(baseUrl: string, fetch: Fetch, dice: Dice): Promise<Player> {
    const api = createClient<paths>({ baseUrl, fetch });
    const { token } = got(await api.POST("/api/v1/auth/guest", { body: {} }));
    api.use({
      onRequest({ request }) {
        request.headers.set("Authorization", `Bearer ${token}`);
        return request;
      },
    });
    return new Player(api, dice);
  }

  get view(): View {
    if (this.seen === undefined) throw new Error("sits at no table");
    return this.seen;
  }

  /** Open a table for four people, and take its first seat. */
  async open(): Promise<void> {
    const body = { turn_seconds: 600 };
    this.see(got(await this.api.POST("/api/v1/tables", { params: { header: key() }, body })));
  }

  /** Sit down at somebody's table. */
  async join(table_id: string, seat: number): Promise<void> {
    const params = { path: { table_id }, header: key() };
    this.see(got(await this.api.POST("/api/v1/tables/{table_id}/join", { params, body: { seat } })));
  }

  /** Answer when asked and wait when not, to the end of the match. */
  async play(): Promise<void> {
    while (this.view.status === "open" || this.view.status === "playing") {
      await (this.view.legal_actions.length > 0 ? this.act() : this.wait());
    }
  }

  private async act(): Promise<void> {
    const body = choose(this.view, this.dice);
    if (body === undefined) return this.wait();
    // One key for one wish: however often it is sent, it is done once.
    const params = { path: { table_id: this.view.id }, header: key() };
    const { data, error, response } = await this.api.POST("/api/v1/tables/{table_id}/actions", { params, body });
    if (data === undefined) return this.recover(error);
    if (response.headers.has("Idempotency-Replayed")) this.repeated++;
    this.acknowledged.push(data.accepted);
    this.see(data.table);
  }

  /** The question has changed while we thought about it: look again. Anything else is a mistake of ours. */
  private async recover(problem: Problem): Promise<void> {
    switch (problem.code) {
      case "table.stale_turn":
      case "table.not_your_turn":
      case "table.not_playing":
        return this.look();
      default:
        throw new Refused(problem);
    }
  }

  private async wait(): Promise<void> {
    const began = Date.now();
    const path = { table_id: this.view.id };
    const query = { after: this.view.version, wait: SECONDS_TO_WAIT, view: true };
    const answer = await this.api.GET("/api/v1/tables/{table_id}/events", { params: { path, query } });
    if (answer.response.status === 410) return this.look(); // away for too long: begin from what is now
    const page = got(answer);
    if (page.table !== undefined) this.see(page.table);
    // A server with many guests may answer before there is news.
    if (page.events.length === 0 && Date.now() - began < 1000) await pause(200 + 200 * this.dice());
  }

  private async look(): Promise<void> {
    const params = { path: { table_id: this.view.id } };
    this.see(got(await this.api.GET("/api/v1/tables/{table_id}", { params })));
  }

  /** Answers overtake each other, and a repeated one is as old as the first: what is older is not looked at. */
  private see(view: View): void {
    if (this.seen === undefined || this.seen.id !== view.id || view.version >= this.seen.version) this.seen = view;
  }
}

function key(): { "Idempotency-Key": string } {
  return { "Idempotency-Key": randomUUID() };
}

export function got<Data>(answer: { data?: Data; error?: Problem; response: Response }): Data {
  if (answer.data !== undefined) return answer.data;
  throw answer.error === undefined ? new Error(`${answer.response.status}`) : new Refused(answer.error);
}
