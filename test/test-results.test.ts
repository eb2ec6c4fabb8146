import { describe, expect, it } from 'vitest';
import { afterSecondTry, filesToTryAgain, type Results } from '../commands/test-results.ts';

const failure = (name: string, file?: string) => ({
  name,
  again: '',
  pictures: [],
  ...(file && { file }),
});
const results = (passed: number, ...failures: Results['failures']): Results => ({
  passed,
  failures,
  unsteady: [],
});

describe('a second try', () => {
  it('is given to the files of failed tests, once each', () => {
    const first = results(3, failure('one', 'a.test.ts'), failure('two', 'a.test.ts'));
    expect(filesToTryAgain(first)).toEqual(['a.test.ts']);
    expect(filesToTryAgain(results(3))).toEqual([]);
  });

  it('is not given if much failed, or if the run itself did', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(filesToTryAgain(results(3, ...files.map((file) => failure(file, file))))).toEqual([]);
    expect(filesToTryAgain(results(0, failure('The run ended'), failure('one', 'a')))).toEqual([]);
  });

  it('tells unsteady tests from failing ones, and hides no failure of its own', () => {
    const first = results(10, failure('one', 'a'), failure('two', 'a'));
    expect(afterSecondTry(first, results(5, failure('two', 'a'), failure('three', 'a')))).toEqual({
      passed: 11,
      failures: [failure('two', 'a'), failure('three', 'a')],
      unsteady: [failure('one', 'a')],
    });
    const ended = afterSecondTry(first, results(0, failure('The run ended')));
    expect(ended.failures).toHaveLength(1);
  });
});
