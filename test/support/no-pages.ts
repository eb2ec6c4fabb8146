import type { ServerBuild } from 'react-router';

/** For a site whose API answers, and that has no pages. */
export const noPages = {
  entry: {
    module: {
      keptPaths: [],
      wordKinds: [],
      readWordsFrom: () => () => undefined,
      cachedAddress: () => undefined,
      patternOf: () => '/*',
      bootScript: '',
    },
  },
} as unknown as ServerBuild;
