import type { Asked, Ground } from './asked.ts';
import type { CallerKind } from './callers.ts';
import type { Answer } from './send.ts';

type Ask = (asked: Asked) => Promise<Answer>;

const learners: readonly CallerKind[] = ['visitor', 'candidate', 'member', 'owner'];

/**
 * Calls every function repeatedly, each time supplying what its refusal names, until it no longer
 * objects to the shape: a hostile value is worth more among good ones, because then it reaches the
 * code behind.
 */
export async function learnFunctions(ground: Ground, ask: Ask): Promise<void> {
  for (const caller of learners) {
    await Promise.all(ground.targets.functions.map((name) => learn(ground, caller, name, ask)));
  }
}

async function learn({ id, learned }: Ground, caller: CallerKind, name: string, ask: Ask) {
  const body: Record<string, unknown> = {};
  const tried = new Map<string, number>();
  for (let turn = 0; turn < 16; turn += 1) {
    const { status, text } = await ask({
      kind: 'learning',
      caller,
      method: 'POST',
      path: `/functions/v1/${name}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const [, path, words] = text.match(/"error":"([\w.]+): (.*?)","code":"invalid_input"/) ?? [];
    if (status !== 400 || !path || path === 'body') break;
    const turnOf = tried.get(path) ?? 0;
    tried.set(path, turnOf + 1);
    put(body, path.split('.'), guess(id(caller), words ?? '', turnOf));
  }
  learned.set(`${caller} ${name}`, body);
}

/** What the refusal asks for, if it says so; otherwise one guess after the other. */
function guess(id: string, words: string, turn: number): unknown {
  const options = [...words.matchAll(/\\"([^"\\]+)\\"/g)].map(([, option]) => option);
  const named = [
    ...options,
    ...(/number|int/.test(words) ? [1] : []),
    ...(/boolean/.test(words) ? [true] : []),
    ...(/array/.test(words) ? [[]] : []),
    ...(/object|record/.test(words) ? [{}] : []),
    ...(/email/i.test(words) ? ['attacker@people.example'] : []),
  ];
  const all = [
    ...named,
    id,
    'Words of some length',
    'attacker@people.example',
    1,
    true,
    [],
    {},
    null,
  ];
  return all[turn % all.length];
}

function put(body: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = body[name];
  const isHolder = typeof inner === 'object' && inner !== null;
  const holder = isHolder ? inner : /^\d+$/.test(rest[0] ?? '') ? [] : {};
  body[name] = holder;
  put(holder as Record<string, unknown>, rest, value);
}
