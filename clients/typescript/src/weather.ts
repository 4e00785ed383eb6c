/** What goes wrong on the way, and what a later server may add: put between the client and the network by tests. */

import { pause, type Dice, type Fetch } from "./network.js";

export interface Lost {
  before: number;
  underway: number;
  after: number;
}

/**
 * A fetch that loses some requests: a third before they are sent, a third while the server is at work, a third when
 * the answer is there. `rate` is the share that is lost.
 */
export function dropping(fetch: Fetch, rate: number, dice: Dice, lost: Lost): Fetch {
  return async (request) => {
    const fate = dice() / rate;
    if (fate >= 1) return fetch(request);
    if (fate < 1 / 3) {
      lost.before++;
    } else if (fate < 2 / 3) {
      lost.underway++;
      await cut(fetch, request, dice() * 20);
    } else {
      lost.after++;
      const answer = await fetch(request);
      await answer.body?.cancel();
    }
    throw new TypeError("the connection is gone");
  };
}

async function cut(fetch: Fetch, request: Request, after: number): Promise<void> {
  const scissors = new AbortController();
  const asked = fetch(new Request(request, { signal: scissors.signal })).then((answer) => answer.body?.cancel());
  await Promise.race([asked.catch(() => undefined), pause(after)]);
  scissors.abort();
  await asked.catch(() => undefined);
}

/** A fetch whose answers are those of next year's server: with members, codes and events that nobody knows yet. */
export function fromTomorrow(fetch: Fetch): Fetch {
  return async (request) => {
    const answer = await fetch(request);
    if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return answer;
    const { status, headers } = answer;
    return new Response(JSON.stringify(later(await answer.json())), { status, headers });
  };
}

function later(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(later);
  if (typeof told !== "object" || told === null) return told;
  const object: Record<string, unknown> = { weather: "rain" };
  for (const [name, inner] of Object.entries(told)) object[name] = later(inner);
  const { legal_actions: actions, signs, type } = object;
  if (Array.isArray(actions) && actions.length > 0) actions.unshift({ type: "sing", verses: 3 });
  if (Array.isArray(signs)) signs.push({ seat: 0, gesture: "whistle", meaning: "rain", for_you: false });
  if (type === "hand_dealt") object["type"] = "cards_thrown";
  return object;
}
