// Who sees a candidate, on every route there is, written down twice: as a table, and as a rule over
// facts that is independent of SQL.

/** Ties that count now, and ties that begin to count the next day. */
const ties = [
  'none',
  'stated company',
  'former company',
  'company stated today',
  'own job',
  'deleted job',
  'job of today',
  'job before all',
  'confirmed address',
  'former address',
  'address of today',
] as const;
const later = ['company stated today', 'job of today', 'address of today'];

export type Facts = {
  isVisitor?: boolean;
  isOwner?: boolean;
  membership: 'none' | 'active' | 'ended' | 'unpaid' | 'canceled, still running';
  /** What connects the viewer to the company from which the candidate hides. */
  tie: (typeof ties)[number];
  /** What a viewer must have before they see anybody. */
  lacks?: 'a confirmed address' | 'a stated company';
  isBlocked?: boolean;
};
export type Outcome = 'yes' | 'no' | 'refused';

export const surfaces = [
  'list',
  'search',
  'direct read',
  'count',
  'counted search',
  'saved and embedded',
  'picture',
  'signed picture',
  'list of pictures',
  'message',
] as const;
export type Surface = (typeof surfaces)[number];

const no: Outcome[] = surfaces.map(() => 'no');
const yes: Outcome[] = surfaces.map(() => 'yes');
// A visitor may not even query the tables; storage answers "not found" to everybody alike.
const visitor: Outcome[] = [...Array(6).fill('refused'), 'no', 'no', 'no', 'refused'];
// One's own profile: in lists and by id, but nobody searches for or writes to themselves.
const owner: Outcome[] = ['yes', 'no', 'yes', 'yes', 'no', 'yes', 'yes', 'yes', 'yes', 'no'];

/** The table: for a public profile, and for one that is not. */
export const table: Record<string, { facts: Facts; open: Outcome[]; closed: Outcome[] }> = {
  'a visitor': {
    facts: { isVisitor: true, membership: 'none', tie: 'none' },
    open: visitor,
    closed: visitor,
  },
  'the owner': {
    facts: { isOwner: true, membership: 'none', tie: 'none' },
    open: owner,
    closed: owner,
  },
  'somebody without a membership': {
    facts: { membership: 'none', tie: 'none' },
    open: no,
    closed: no,
  },
  'a member': { facts: { membership: 'active', tie: 'none' }, open: yes, closed: no },
  'a member who has canceled': {
    facts: { membership: 'canceled, still running', tie: 'none' },
    open: yes,
    closed: no,
  },
  'a former member': { facts: { membership: 'ended', tie: 'none' }, open: no, closed: no },
  'a member who has not paid': {
    facts: { membership: 'unpaid', tie: 'none' },
    open: no,
    closed: no,
  },
  'a member of a company that is hidden from': {
    facts: { membership: 'active', tie: 'stated company' },
    open: no,
    closed: no,
  },
  'a member who once hired for it': {
    facts: { membership: 'active', tie: 'former company' },
    open: no,
    closed: no,
  },
  'a member with an address there': {
    facts: { membership: 'active', tie: 'confirmed address' },
    open: no,
    closed: no,
  },
  'a member who once had an address there': {
    facts: { membership: 'active', tie: 'former address' },
    open: no,
    closed: no,
  },
  'a member who posts for it': {
    facts: { membership: 'active', tie: 'own job' },
    open: no,
    closed: no,
  },
  'a member who posted for it once': {
    facts: { membership: 'active', tie: 'deleted job' },
    open: no,
    closed: no,
  },
  'a member who posted for it before they stated another': {
    facts: { membership: 'active', tie: 'job before all' },
    open: no,
    closed: no,
  },
  'a member who states it today': {
    facts: { membership: 'active', tie: 'company stated today' },
    open: yes,
    closed: no,
  },
  'a member who posts for it today': {
    facts: { membership: 'active', tie: 'job of today' },
    open: yes,
    closed: no,
  },
  'a member with an address there since today': {
    facts: { membership: 'active', tie: 'address of today' },
    open: yes,
    closed: no,
  },
  'a member whose address is not confirmed': {
    facts: { membership: 'active', tie: 'none', lacks: 'a confirmed address' },
    open: no,
    closed: no,
  },
  'a member who has not said for whom they hire': {
    facts: { membership: 'active', tie: 'none', lacks: 'a stated company' },
    open: no,
    closed: no,
  },
  'a blocked member': {
    facts: { membership: 'active', tie: 'none', isBlocked: true },
    open: no,
    closed: no,
  },
};

/** The rule. */
export function mayHappen(facts: Facts, isPublic: boolean, surface: Surface): Outcome {
  const { isVisitor, isOwner, membership, tie, lacks, isBlocked } = facts;
  const asksStorage = surface.includes('picture');
  if (isVisitor) return asksStorage ? 'no' : 'refused';
  if (isOwner) return /search|message/.test(surface) ? 'no' : 'yes';
  const isMember = membership === 'active' || membership === 'canceled, still running';
  const isHidden = tie !== 'none' && !later.includes(tie);
  return isMember && isPublic && !lacks && !isHidden && !isBlocked ? 'yes' : 'no';
}
