/** What to answer: anything that is allowed. A person would be asked here. */

import type { components } from "./api.js";
import type { Dice } from "./network.js";

export type View = components["schemas"]["TableView"];
export type Action = components["schemas"]["ActionRequest"];
type Legal = components["schemas"]["LegalAction"];

/** An answer to the question that stands; undefined where everything allowed is unknown to this client. */
export function choose(view: View, dice: Dice): Action | undefined {
  const turn = view.turn?.id;
  if (turn === undefined) return undefined;
  const known = view.legal_actions.flatMap((legal) => spoken(turn, legal, view, dice) ?? []);
  const bold = view.hand?.standing?.ordago === true ? "quiero" : "ordago"; // both would end most matches early
  const calm = known.filter((action) => action.type !== bold);
  return pick(calm.length > 0 && dice() < 0.995 ? calm : known, dice);
}

function spoken(turn: number, legal: Legal, view: View, dice: Dice): Action | undefined {
  switch (legal.type) {
    case "mus":
    case "no_mus":
    case "paso":
    case "quiero":
    case "no_quiero":
    case "ordago":
    case "confirm":
      return { turn, type: legal.type };
    case "envido":
      return { turn, type: "envido", amount: Math.min(legal.max ?? 2, (legal.min ?? 2) + Math.floor(dice() * 3)) };
    case "discard":
      return { turn, type: "discard", cards: discards(view, legal, dice) };
    default: // of a later version
      return undefined;
  }
}

function discards(view: View, legal: Legal, dice: Dice): string[] {
  const cards = [...(view.hand?.your_cards ?? [])].sort(() => dice() - 0.5);
  const [least, most] = [legal.min ?? 1, legal.max ?? 4];
  return cards.slice(0, least + Math.floor(dice() * (most - least + 1)));
}

function pick<One>(from: One[], dice: Dice): One | undefined {
  return from[Math.floor(dice() * from.length)];
}
