// Who sees a candidate, on every way there is, written down twice: as a table, and as a rule over facts
// that knows nothing of SQL.

export type Facts = {
  isVisitor?: boolean;
  isOwner?: boolean;
  membership: 'none' | 'active' | 'ended' | 'unpaid' | 'canceled, still running';
  /** Hired for, and the company that the candidate hides from. */
  tie: 'none' | 'stated company' | 'former company' | 'confirmed address' | 'unconfirmed address';
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
// A visitor may not even ask the tables; storage says "not found" to everybody alike.
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
  'a member who only claims an address there': {
    facts: { membership: 'active', tie: 'unconfirmed address' },
    open: yes,
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
  const { isVisitor, isOwner, membership, tie, isBlocked } = facts;
  const asksStorage = surface.includes('picture');
  if (isVisitor) return asksStorage ? 'no' : 'refused';
  if (isOwner) return /search|message/.test(surface) ? 'no' : 'yes';
  const isMember = membership === 'active' || membership === 'canceled, still running';
  const isHidden = tie !== 'none' && tie !== 'unconfirmed address';
  return isMember && isPublic && !isHidden && !isBlocked ? 'yes' : 'no';
}
