/** After the match: whether the log holds every action that was acknowledged, once, and none that was not. */

import assert from "node:assert/strict";

import type { components } from "./api.js";
import { got, type Api, type Player } from "./player.js";

type Event = components["schemas"]["Event"];
type Hand = components["schemas"]["FinishedHand"];

/** How many actions there are. Throws AssertionError when one is lost, doubled or somebody else's. */
export async function audit(players: Player[], api: Api, table_id: string): Promise<number> {
  const log = await readLog(api, table_id);
  log.forEach((event, index) => assert.equal(event.seq, index + 1, "the log has a gap"));
  const acknowledged = players.flatMap((player) => player.acknowledged);
  const inLog = log.filter((event) => event.type === "action");
  const inHands = (await readHands(api, table_id)).flatMap((hand) => hand.actions);
  for (const found of [inLog.map(fromLog), inHands.map(brief)]) {
    assert.deepEqual(found.sort(), acknowledged.map(fromLog).sort());
    assert.equal(new Set(found).size, found.length, "an action is there twice");
  }
  return acknowledged.length;
}

interface Said {
  seq: number;
  seat: number;
  by: string;
  type: string;
  amount?: number;
}

function brief({ seq, seat, by, type, amount }: Said): string {
  return `${seq} seat ${seat} by ${by}: ${type} ${amount ?? ""}`;
}

function fromLog(event: Event): string {
  assert.ok(event.type === "action");
  return brief({ ...event, ...event.data });
}

async function readLog(api: Api, table_id: string): Promise<Event[]> {
  const log: Event[] = [];
  for (;;) {
    const params = { path: { table_id }, query: { after: log.length } };
    const { events } = got(await api.GET("/api/v1/tables/{table_id}/events", { params }));
    if (events.length === 0) return log;
    log.push(...events);
  }
}

async function readHands(api: Api, table_id: string): Promise<Hand[]> {
  const hands: Hand[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = cursor === "" ? {} : { cursor };
    const page: components["schemas"]["HandPage"] = got(
      await api.GET("/api/v1/tables/{table_id}/hands", { params: { path: { table_id }, query } }),
    );
    hands.push(...page.hands);
    cursor = page.next === null ? null : new URL(page.next).searchParams.get("cursor");
  }
  return hands;
}
