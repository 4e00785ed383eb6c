/** Asking until there is an answer: what a phone in a tunnel needs, and nothing of Mus. */

export type Fetch = (request: Request) => Promise<Response>;
export type Dice = () => number;

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
const SECONDS_FOR_AN_ANSWER = 40; // a long poll may take 25 of them

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * A fetch that repeats the same request, with the same Idempotency-Key, while it gets no answer (the connection broke,
 * or nothing came) or is told to come later (429, 5xx). It waits longer each time, and as long as `Retry-After` says.
 * A request that must not be sent twice is not. Throws what it last met when `patience` (milliseconds) is over.
 */
export function persistent(fetch: Fetch, dice: Dice, patience = 120_000): Fetch {
  return async (request) => {
    const giveUp = Date.now() + patience;
    for (let attempt = 0; ; attempt++) {
      const answer = await once(fetch, request).catch((error: unknown) => error);
      if (answer instanceof Response && !comeLater(answer)) return answer;
      if (Date.now() > giveUp || !mayBeRepeated(request)) {
        if (answer instanceof Response) return answer;
        throw answer;
      }
      await pause(pauseBefore(attempt, answer, dice));
    }
  };
}

function once(fetch: Fetch, request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(SECONDS_FOR_AN_ANSWER * 1000)]);
  return fetch(new Request(request.clone(), { signal }));
}

function comeLater(answer: Response): boolean {
  return answer.status === 429 || answer.status >= 500;
}

/** A new guest nobody hears of harms nobody; any other POST needs a key to be sent twice. */
function mayBeRepeated(request: Request): boolean {
  return request.method !== "POST" || request.headers.has("Idempotency-Key") || request.url.endsWith("/auth/guest");
}

function pauseBefore(attempt: number, answer: unknown, dice: Dice): number {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt);
  const asked = answer instanceof Response ? Number(answer.headers.get("Retry-After") ?? 0) * 1000 : 0;
  return asked + longest * dice();
}
