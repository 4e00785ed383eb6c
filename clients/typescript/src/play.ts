/**
 * Matches of four people over a network that loses things, each checked against the server's log:
 *
 *     npm run build && npm run play -- --url http://127.0.0.1:8000 --matches 10 --drop 0.2 --seed 1
 */

import { parseArgs } from "node:util";

import { audit } from "./audit.js";
import { persistent, type Dice } from "./network.js";
import { Player } from "./player.js";
import { dropping, fromTomorrow, type Lost } from "./weather.js";

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:8000" },
    matches: { type: "string", default: "1" },
    drop: { type: "string", default: "0.2" },
    seed: { type: "string", default: "1" },
  },
});

/** Chance that is the same for the same seed (mulberry32). */
function seeded(seed: number): Dice {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function match(dice: Dice, lost: Lost): Promise<string> {
  const network = persistent(dropping(fromTomorrow(fetch), Number(values.drop), dice, lost), dice);
  const players = await Promise.all([0, 1, 2, 3].map(() => Player.arrive(values.url, network, dice)));
  const [first, ...others] = players as [Player, ...Player[]];
  await first.open();
  const { id } = first.view;
  await Promise.all(others.map((player, index) => player.join(id, index + 1)));
  await Promise.all(players.map((player) => player.play()));
  const reader = await Player.arrive(values.url, persistent(fetch, dice), dice);
  const actions = await audit(players, reader.api, id);
  const repeated = players.reduce((sum, player) => sum + player.repeated, 0);
  return `${first.view.status}, ${actions} actions, ${repeated} of them answered again from what was stored`;
}

const dice = seeded(Number(values.seed));
const lost: Lost = { before: 0, underway: 0, after: 0 };
for (let number = 1; number <= Number(values.matches); number++) {
  console.log(`match ${number}: ${await match(dice, lost)}`);
}
console.log(`lost before they were sent ${lost.before}, underway ${lost.underway}, with their answer ${lost.after}`);
console.log("every action is in the log once, and none beside them");
