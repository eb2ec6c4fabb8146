import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import { useLoading } from './use-loading.ts';
import { useMore } from './use-more.ts';

/** Requests that the test answers whenever it wants, in any order. */
function deferredRequests<Answer>() {
  const asked: { of: string; signal: AbortSignal | undefined }[] = [];
  const answers: PromiseWithResolvers<Answer>[] = [];
  return {
    asked,
    read(of: string, signal?: AbortSignal): Promise<Answer> {
      asked.push({ of, signal });
      const answer = Promise.withResolvers<Answer>();
      answers.push(answer);
      return answer.promise;
    },
    answer: (index: number, answer: Answer) => act(async () => answers[index]?.resolve(answer)),
    fail: (index: number, error: unknown) => act(async () => answers[index]?.reject(error)),
  };
}

type Options = Parameters<typeof useLoading<string>>[1];

/** In StrictMode the first request is made twice; the first of the two is aborted. */
async function mount(first: Options = {}) {
  const { asked, read, answer, fail } = deferredRequests<string>();
  const hook = await mountHook(
    (options: Options) => useLoading((signal) => read(options?.key ?? '', signal), options),
    first,
  );
  const { state } = hook.now();
  expect(state).toEqual({ kind: 'waiting' });
  return {
    asked,
    answer,
    fail,
    render: hook.render,
    unmount: hook.unmount,
    shown: hook.shown,
    state: () => hook.now().state,
    again: () => act(async () => hook.now().again()),
    change: (update: (now: string | undefined) => string | undefined) =>
      act(async () => hook.now().change(update)),
    hook,
  };
}

const there = (data: string, isBusy = false) => ({
  kind: 'there',
  data,
  isBusy,
  failure: undefined,
});

describe('loading', () => {
  test('waits, and then shows the answer', async () => {
    const { state, answer } = await mount();
    await answer(1, 'a');
    expect(state()).toEqual(there('a'));
  });

  test('reads again only if there is a reason', async () => {
    const { asked, answer, render, change } = await mount({ key: 'a', version: 1 });
    await answer(1, 'a');
    await render({ key: 'a', version: 1 });
    await change(() => 'b');
    expect(asked).toHaveLength(2);
    await render({ key: 'a', version: 2 });
    expect(asked).toHaveLength(3);
  });

  test('reports a failure, in our words if the connection is lost', async () => {
    const { state, fail } = await mount();
    await fail(1, new TypeError('Failed to fetch'));
    expect(state()).toEqual({
      kind: 'failed',
      failure: { code: 'unreachable', message: 'The site could not be reached.' },
    });
  });

  test('passes on the failure of one of the site’s functions unchanged', async () => {
    const { state, fail } = await mount();
    const failure = { code: 'too_often', message: 'Try again in a minute.' };
    await fail(1, failure);
    expect(state()).toEqual({ kind: 'failed', failure });
  });

  test('waits again when a failure is retried', async () => {
    const { state, fail, again, answer } = await mount();
    await fail(1, new Error('No.'));
    await again();
    expect(state()).toEqual({ kind: 'waiting' });
    await answer(2, 'a');
    expect(state()).toEqual(there('a'));
  });

  test('keeps the data while it reloads, and if that fails', async () => {
    const { state, answer, again, fail } = await mount();
    await answer(1, 'a');
    await again();
    expect(state()).toEqual(there('a', true));
    await fail(2, { code: 'x', message: 'No.' });
    expect(state()).toEqual({ ...there('a'), failure: { code: 'x', message: 'No.' } });
    await again();
    await answer(3, 'b');
    expect(state()).toEqual(there('b'));
  });

  test('keeps the data for another version', async () => {
    const { state, answer, render } = await mount({ version: 1 });
    await answer(1, 'a');
    await render({ version: 2 });
    expect(state()).toEqual(there('a', true));
  });

  test('never shows the data of one key under another', async () => {
    const { state, shown, answer, render, asked } = await mount({ key: 'anna' });
    await answer(1, 'of anna');
    const before = shown.length;
    await render({ key: 'ben' });
    expect(state()).toEqual({ kind: 'waiting' });
    expect(asked.at(-1)?.of).toBe('ben');
    expect(shown.slice(before).map(({ state }) => state.kind)).not.toContain('there');
  });

  test('drops an answer that another key has overtaken', async () => {
    const { state, answer, fail, render, asked } = await mount({ key: 'anna' });
    await render({ key: 'ben' });
    expect(asked[1]?.signal?.aborted).toBe(true);
    await answer(1, 'of anna');
    expect(state()).toEqual({ kind: 'waiting' });
    await answer(2, 'of ben');
    await fail(0, new Error('of anna'));
    expect(state()).toEqual(there('of ben'));
  });

  test('uses the last requested of two answers for the same key', async () => {
    const { state, answer, again } = await mount();
    await again();
    await answer(2, 'new');
    await answer(1, 'old');
    expect(state()).toEqual(there('new'));
  });

  test('drops the answer, and ignores a failure, after unmounting', async () => {
    const onFailed = vi.fn();
    const { shown, unmount, fail, asked } = await mount({ onFailed });
    await unmount();
    expect(asked[1]?.signal?.aborted).toBe(true);
    const before = shown.length;
    await fail(1, new Error('No.'));
    expect(shown).toHaveLength(before);
    expect(onFailed).not.toHaveBeenCalled();
  });

  test('reports each failure once, and whether there is data all the same', async () => {
    const onFailed = vi.fn();
    const { answer, fail, again } = await mount({ onFailed });
    await fail(1, { code: 'x', message: 'No.' });
    await again();
    await answer(2, 'a');
    await again();
    await fail(3, { code: 'y', message: 'No.' });
    expect(onFailed.mock.calls).toEqual([
      [{ code: 'x', message: 'No.' }, false],
      [{ code: 'y', message: 'No.' }, true],
    ]);
  });

  test('reads nothing until it is wanted', async () => {
    const { state, asked, render, answer } = await mount({ isWanted: false });
    expect(asked).toHaveLength(0);
    await render({ isWanted: true });
    await answer(0, 'a');
    expect(state()).toEqual(there('a'));
    await render({ isWanted: false });
    expect(state()).toEqual(there('a'));
  });

  test('joins an answer to the data present by then', async () => {
    const { state, answer, again, change } = await mount({ join: (now, next) => `${now} ${next}` });
    await answer(1, 'a');
    await again();
    await change((now) => `${now} b`);
    await answer(2, 'c');
    expect(state()).toEqual(there('a b c'));
  });

  test('changes the data, even before the first answer', async () => {
    const { state, answer, change } = await mount();
    await change((now) => now && 'nothing to change');
    expect(state()).toEqual({ kind: 'waiting' });
    await change(() => 'mine');
    expect(state()).toEqual(there('mine', true));
    await answer(1, 'theirs');
    expect(state()).toEqual(there('theirs'));
  });

  test('leaves another key alone when a change for the old one comes late', async () => {
    const { state, hook, answer, render } = await mount({ key: 'anna' });
    await answer(1, 'of anna');
    const { change } = hook.now();
    await render({ key: 'ben' });
    await answer(2, 'of ben');
    await act(async () => change(() => 'of anna, changed'));
    expect(state()).toEqual(there('of ben'));
  });
});

describe('loading more', () => {
  async function mountList() {
    const { read, answer, fail } = deferredRequests<string>();
    const onFailed = vi.fn();
    const hook = await mountHook(
      ({ key }: { key: string }) => {
        const list = useLoading(async () => [key], { key });
        const more = useMore(
          list,
          async (before) => {
            const next = await read(before.join());
            return (now) => [...now, next];
          },
          onFailed,
        );
        return { list, more };
      },
      { key: 'a' },
    );
    return {
      answer,
      fail,
      onFailed,
      hook,
      data: () => hook.now().list.state.data,
      more: () => act(async () => void hook.now().more.more()),
    };
  }

  test('adds the answer to the data present by then', async () => {
    const { hook, more, answer, data } = await mountList();
    await more();
    expect(hook.now().more.isBusy).toBe(true);
    await act(async () => hook.now().list.change((now) => now && [...now, 'b']));
    await answer(0, 'c');
    expect(data()).toEqual(['a', 'b', 'c']);
    expect(hook.now().more.isBusy).toBe(false);
  });

  test('keeps the list if it fails, and clears the failure on retry', async () => {
    const { hook, more, answer, fail, onFailed, data } = await mountList();
    await more();
    await fail(0, new TypeError('Load failed'));
    expect(data()).toEqual(['a']);
    expect(hook.now().more.failure?.code).toBe('unreachable');
    expect(onFailed).toHaveBeenCalledTimes(1);
    await more();
    expect(hook.now().more.failure).toBeUndefined();
    await answer(1, 'b');
    expect(data()).toEqual(['a', 'b']);
  });

  test('adds nothing to the list of another key', async () => {
    const { hook, more, answer, data } = await mountList();
    await more();
    await hook.render({ key: 'z' });
    await answer(0, 'b');
    expect(data()).toEqual(['z']);
  });
});
