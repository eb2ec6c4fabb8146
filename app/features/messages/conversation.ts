import { type BrowserData, openData } from '#app/data/open-data.ts';
import type { Database } from '#domain/database-types.ts';

type Functions = Database['public']['Functions'];
type Listed = Functions['list_conversations']['Returns'][number];
type Found = Functions['search_conversations']['Returns'][number];

/** A conversation as one of its two sides sees it: a candidate, and a member or the team that they work in. */
export type Conversation = {
  id: string;
  side: 'member' | 'candidate';
  otherId: string;
  /** Closed their account: nobody reads what is written here. */
  isOtherGone: boolean;
  otherName: string;
  otherCompany: string | null;
  /** The candidate's page, while the member may see it. */
  profileId: string | null;
  lastMessage: string;
  isLastMine: boolean;
  /** Who of the caller's team wrote the last words. */
  lastColleague: string | null;
  /** Others of the member's team read along and answer. */
  isShared: boolean;
  /** A member's side writes once until there is an answer. */
  isMyTurn: boolean;
  /** The candidate applied for a job of the company: answering takes no membership. */
  isApplicant: boolean;
  lastAt: string;
  unread: number;
  isBlockedByMe: boolean;
  isArchived: boolean;
  /** The message in which a search found its words, where they are not all in the name. */
  found?: { words: string; at: string; isMine: boolean };
};

export const conversationsPerPage = 30;

/** What a page ends with, and the next begins after. */
type Last = Pick<Conversation, 'lastAt' | 'id'>;

export type ConversationPages = { conversations: Conversation[]; hasMore: boolean };

/** The inbox, the archive, or what is found in both. */
export type View = { isArchived: boolean } | { sought: string };

/** One more than a page tells whether there are more. */
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

/** One that is on no page that was read; null where it is not the caller's. */
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
  // The page that begins with it: the list is ordered by this moment.
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
    // Of an applicant the name is all that stands for a headline.
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

/** The first page as it is now, followed by what was read of the pages behind it. */
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
