/** What somebody requested, when, and what they got: a status, or how the connection broke. */
export type Answer = { at: number; took: number; what: string; said: string };

type Question = { what: string; path: string; init?: RequestInit };

/** People who make one request after the other until told to stop. */
export function sendVisitors(url: string, questions: readonly Question[], crowd = 6) {
  const answers: Answer[] = [];
  let isOver = false;

  async function visit(place: number) {
    for (let turn = place; !isOver; turn += 1) {
      const { what, path, init } = questions[turn % questions.length] as Question;
      const at = performance.now();
      const said = await fetch(url + path, { ...init, signal: AbortSignal.timeout(20_000) })
        .then(async (response) => {
          await response.arrayBuffer();
          return String(response.status);
        })
        .catch((error) => `no answer: ${error.cause?.code ?? error.name}`);
      answers.push({ at, took: performance.now() - at, what, said });
      // After a refusal they retry a little later, as a browser does.
      if (!said.startsWith('2')) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const all = Promise.all(Array.from({ length: crowd }, (_, place) => visit(place)));
  return {
    answers,
    async stop() {
      isOver = true;
      await all;
      return answers;
    },
  };
}

/** How often each result occurred. */
export function counted(answers: readonly Answer[]): string {
  const groups = Object.groupBy(answers, ({ said }) => said);
  return Object.entries(groups)
    .map(([said, all]) => `${said}: ${all?.length}`)
    .join(', ');
}

/** How long from then until every request succeeded, in milliseconds. */
export async function untilAllGood(
  answers: readonly Answer[],
  kinds: readonly string[],
  since: number,
): Promise<number> {
  return Math.max(...(await untilEachIsGood(answers, kinds, since)));
}

/** The same for each kind of request. */
export async function untilEachIsGood(
  answers: readonly Answer[],
  kinds: readonly string[],
  since: number,
): Promise<number[]> {
  for (;;) {
    const good = answers.filter(({ at, said }) => at >= since && said.startsWith('2'));
    const ends = kinds.map((kind) =>
      Math.min(...good.filter(({ what }) => what === kind).map(({ at, took }) => at + took)),
    );
    if (Math.max(...ends) < Number.POSITIVE_INFINITY) return ends.map((end) => end - since);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The median and the largest of some times, in words. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `middle ${Math.round(sorted[times.length >> 1] ?? 0)} ms, slowest ${Math.round(sorted.at(-1) ?? 0)} ms`;
}

export const isGoodOrAway = ({ said }: Answer) => /^(2\d\d|503)$/.test(said);
