export type Search = { q?: string; type?: string; page?: number } & {
  /** What the board asks for besides the search: as sent to the database, and as its address. */
  wanted?: object[];
  sort?: string;
  count?: 'type' | 'workplace';
  /** The page of a place, a role or a type. */
  landing?: string;
  address?: string;
};

const charlotte = { latitude: 35.23, longitude: -80.82 };

export const jobCases: Record<string, Search> = {
  list: {},
  'rare term': { q: 'perfusion' },
  'common term': { q: 'analyst' },
  'two letters': { q: 'ai' },
  'two letters, no match': { q: 'zq' },
  'no match': { q: 'lighthouse keeper' },
  'words that no job has side by side': { q: 'coder auditor' },
  'type and term': { q: 'coder', type: 'Contract' },
  'page 100': { page: 100 },
  'place, 25 miles': {
    wanted: [{ state: 'NC', near: { ...charlotte, miles: 25 } }],
    address: 'place=Charlotte,+NC',
  },
  'place, nearest first': {
    wanted: [{ state: 'NC', near: { ...charlotte, miles: 100 } }],
    sort: 'nearest',
    address: 'place=Charlotte,+NC&miles=100&sort=nearest',
  },
  'pay and remote': {
    wanted: [{ workplace: 'remote', pay: 90_000 }],
    address: 'workplace=remote&pay=90000',
  },
  'highest pay first': { wanted: [{}], sort: 'pay', address: 'sort=pay' },
  'high pay and remote, few': {
    wanted: [{ workplace: 'remote', pay: 154_000 }],
    address: 'workplace=remote&pay=154000',
  },
  'all filters': {
    wanted: [
      {
        words: ['analyst'],
        type: 'Contract',
        workplace: 'hybrid',
        state: 'NC',
        near: { ...charlotte, miles: 50 },
        pay: 100_000,
        days: 7,
      },
    ],
    address:
      'q=analyst&type=Contract&workplace=hybrid&place=Charlotte,+NC&miles=50&pay=100000&posted=7',
  },
  'chips: coder Charlotte 90k': {
    wanted: [
      { words: ['coder Charlotte 90k'] },
      { words: ['coder'], state: 'NC', near: { ...charlotte, miles: 25 }, pay: 90_000 },
    ],
    address: 'q=coder+Charlotte+90k',
  },
  'chips: perfusion remote': {
    wanted: [{ words: ['perfusion remote'] }, { words: ['perfusion'], workplace: 'remote' }],
    address: 'q=perfusion+remote',
  },
  'relevance of a common word': {
    wanted: [{ words: ['coder'] }],
    sort: 'relevance',
    address: 'q=coder&sort=relevance',
  },
  'counts beside the types': { wanted: [{}], count: 'type', address: 'type=Contract' },
  'counts beside the workplaces, with a word': {
    wanted: [{ words: ['coder'] }],
    count: 'workplace',
    address: 'q=coder&workplace=hybrid',
  },
  'page of what is remote': { landing: 'remote' },
  'page of a type': { landing: 'type/contract' },
  'page of a state': { landing: 'in/nc' },
  'page of a town': { landing: 'in/nc/charlotte' },
  'page of a role in a town': { landing: 'in/nc/charlotte/medical-coder' },
};
