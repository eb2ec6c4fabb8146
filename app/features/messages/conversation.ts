import { type BrowserData, openData } from '#app/data/open-data.ts';
import type { Database } from '#domain/database-types.ts';

type Functions = Database['public']['Functions'];
type Listed = Functions['list_conversations']['Returns'][number];
type Found = Functions['search_conversations']['Returns'][number];

/** A conversation as one of its two sides sees it: a candidate, and a member or their team. */
export type Conversation = {
  id: string;
  side: 'member' | 'candidate';
  otherId: string;
  /** Closed their account: nobody reads what is written here. */
  isOtherGone: boolean;
  otherName: string;
  otherCompany: string | null;
  /** The candidate's page, as long as the member may see it. */
  profileId: string | null;
  lastMessage: string;
  isLastMine: boolean;
  /** The colleague on the caller's team who wrote last. */
  lastColleague: string | null;
  /** Others on the member's team can read and reply. */
  isShared: boolean;
  /** The member's side may write once until there is a reply. */
  isMyTurn: boolean;
  /** The candidate applied for a job at the company: replying needs no membership. */
  isApplicant: boolean;
  lastAt: string;
  unread: number;
  isBlockedByMe: boolean;
  isArchived: boolean;
  /** The message that matched a search, unless all words are in the name. */
  found?: { words: string; at: string; isMine: boolean };
};

export const conversationsPerPage = 30;

/** The last entry of a page, after which the next page begins. */
type Last = Pick<Conversation, 'lastAt' | 'id'>;

export type ConversationPages = { conversations: Conversation[]; hasMore: boolean };

/** The inbox, the archive, or search results from both. */
export type View = { isArchived: boolean } | { sought: string };

/** Reads one more than a page, to know whether there are more. */
export async function readConversations(
  view: View,
  before?: Last,
  known?: BrowserData,
): Promise<ConversationPages> {
  const client = known ?? (await openData());
  const { data, error } = await ('sought' in view
    ? client.rpc('search_conversations', { q: view.sought, ...part(before) })
    : listed(client, view.isArchived, before));
  if (error) throw error;
  return {
    conversations: data.slice(0, conversationsPerPage).map(toConversation),
    hasMore: data.length > conversationsPerPage,
  };
}

/** One that is on no loaded page; null if it is not the caller's. */
export async function readConversation(id: string): Promise<Conversation | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const client = await openData();
  const [place, state] = await Promise.all([
    client.from('conversations').select('last_message_at').eq('id', id).maybeSingle(),
    client
      .from('conversation_states')
      .select('archived_at')
      .eq('conversation_id', id)
      .maybeSingle(),
  ]);
  if (place.error) throw place.error;
  if (state.error) throw state.error;
  if (!place.data) return null;
  // Reads the page that starts with it: the list is sorted by this time.
  const after = { lastAt: new Date(Date.parse(place.data.last_message_at) + 1).toISOString(), id };
  const isArchived = Boolean(state.data?.archived_at);
  const { data, error } = await listed(client, isArchived, after);
  if (error) throw error;
  const row = data.find((each) => each.id === id);
  return row ? toConversation(row) : null;
}

function listed(client: BrowserData, isArchived: boolean, before?: Last) {
  return client.rpc('list_conversations', { archived: isArchived, ...part(before) });
}

function part(before?: Last) {
  return {
    ...(before && { before: before.lastAt, before_id: before.id }),
    size: conversationsPerPage + 1,
  };
}

function toConversation(row: Listed | Found): Conversation {
  return {
    id: row.id ?? '',
    side: row.side === 'member' ? 'member' : 'candidate',
    otherId: row.other_id ?? '',
    isOtherGone: !row.other_id,
    otherName: row.other_name ?? '',
    // For an applicant, the only headline is the name.
    otherCompany: row.other_company === row.other_name ? null : row.other_company,
    profileId: row.profile_id,
    lastMessage: row.last_message ?? '',
    isLastMine: row.last_message_is_mine ?? false,
    lastColleague: row.last_colleague,
    isShared: row.is_shared ?? false,
    isMyTurn: row.is_my_turn ?? true,
    isApplicant: row.is_applicant ?? false,
    lastAt: row.last_message_at ?? '',
    unread: row.unread ?? 0,
    isBlockedByMe: row.is_blocked_by_me ?? false,
    isArchived: row.is_archived ?? false,
    ...('found' in row &&
      row.found && {
        found: { words: row.found, at: row.found_at ?? '', isMine: row.found_is_mine ?? false },
      }),
  };
}

/** The updated first page, followed by what was already loaded after it. */
export function joinPages(now: ConversationPages, first: ConversationPages): ConversationPages {
  const end = first.conversations.at(-1);
  if (!first.hasMore || !end) return first;
  const ids = new Set(first.conversations.map(({ id }) => id));
  const behind = now.conversations.filter(
    ({ id, lastAt }) =>
      !ids.has(id) && (lastAt < end.lastAt || (lastAt === end.lastAt && id > end.id)),
  );
  return {
    conversations: [...first.conversations, ...behind],
    hasMore: behind.length > 0 ? now.hasMore : true,
  };
}
