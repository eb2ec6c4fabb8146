import { migrationFiles } from './migrate.ts';

// During an upgrade two versions of the site run on one database: the previous one must keep
// working after the next one's migrations, and none of these may lock a table that people need.
// Decision 107.

/** Earlier ones were applied while there was nothing but demo content anywhere. */
const from = '0128';

/** Tables that grow with people, postings or time: reading or locking all of one takes long. */
const large =
  /^(auth\.(users|identities|sessions|refresh_tokens|audit_log_entries)|public\.(jobs|job_\w+|candidate_profiles|candidate_\w+|messages|conversations|conversation_states|applications|application_\w+|alerts|companies|company_members|employer_ties|saved_\w+|newsletter_subscribers|newsletter_deliveries|page_views|resumes|subscriptions|profile_hides)|private\.(candidate_search|job_search|job_days|search_\w+|kept_\w+|recent_job_texts)|register\.(awards|issues|history)|staff\.(log|log_details|mails|activity|people_words)|storage\.objects|queue\.outbox|realtime\.messages)$/;

type Rule = {
  fault: string;
  instead: string;
  finds: (statement: string, made: Set<string>) => boolean;
};

const table = '(?:if exists )?(?:only )?([\\w".]+)';
const alters = (what: string, onlyLarge = false) => {
  const shape = new RegExp(`^alter table ${table} .*?\\b(?:${what})`, 'i');
  return (statement: string, made: Set<string>) => {
    const name = nameIn(statement.match(shape)?.[1]);
    return name !== undefined && !made.has(name) && (!onlyLarge || large.test(name));
  };
};

const rules: Rule[] = [
  {
    fault: 'takes away or renames what the version before still asks for',
    instead: 'add the new one now, and take the old one away with a later version',
    finds: (statement, made) =>
      alters(
        'drop (?:column )?(?!constraint|default|not null|expression|identity)\\w|rename\\b|set schema\\b',
      )(statement, made) || /^drop (table|view|materialized view|type|schema)\b/i.test(statement),
  },
  {
    fault: 'changes the type of a column: the table is written anew while nobody can use it',
    instead: 'add a column, fill it in parts, and let both be written for one version',
    finds: alters('(?:alter (?:column )?\\S+ )(?:set data )?type\\b'),
  },
  {
    fault: 'asks for a value that the version before does not write',
    instead: 'add it with a default, or without not null until the version before is gone',
    finds: (statement, made) =>
      alters('add (?:column )?(?!constraint|check|unique|primary|foreign|exclude)')(
        statement,
        made,
      ) &&
      clauses(statement).some(
        (clause) =>
          /\badd\b/i.test(clause) &&
          /\bnot null\b/i.test(clause) &&
          !/\b(default|generated)\b/i.test(clause),
      ),
  },
  {
    fault: 'reads a whole large table under a lock that nobody passes',
    instead:
      'add a check (… is not null) not valid, validate it in a migration of its own, then set not null, which believes it',
    finds: alters('set not null', true),
  },
  {
    fault: 'reads a whole large table under a lock that stops writing',
    instead: 'add the constraint not valid, and validate it in a migration of its own',
    finds: (statement, made) =>
      alters('add (?:constraint \\S+ )?(?:check|foreign key)', true)(statement, made) &&
      !/\bnot valid\b/i.test(statement),
  },
  {
    fault: 'makes an index or a key on a large table while nobody can write there',
    instead: 'create index concurrently, in a file that begins with -- outside a transaction',
    finds: (statement, made) => {
      const [, how, on] =
        statement.match(/^create (?:unique )?index (concurrently )?.*?\bon (?:only )?([\w".]+)/i) ??
        [];
      const name = nameIn(on);
      const isIndex = name !== undefined && !how && large.test(name) && !made.has(name);
      return (
        isIndex ||
        (alters('add (?:constraint \\S+ )?(?:unique|primary key|exclude)', true)(statement, made) &&
          !/\busing index\b/i.test(statement))
      );
    },
  },
  {
    fault: 'gives each row of a large table a value of its own, and writes the table anew',
    instead: 'add the column without it, fill it in parts, then set the default',
    finds: (statement, made) =>
      alters('add (?:column )?', true)(statement, made) &&
      /\bdefault (gen_random_uuid|clock_timestamp|random|nextval|uuidv\d)|\bgenerated always as \(.*\) stored|\bas identity\b/i.test(
        statement,
      ),
  },
  {
    fault: 'writes every row of a large table in one statement',
    instead: 'leave it to a task of the queue that takes some at a time',
    finds: (statement, made) => {
      const [, changed, removed] =
        statement.match(/^(?:update (?:only )?([\w".]+)|delete from (?:only )?([\w".]+))/i) ?? [];
      const name = nameIn(changed ?? removed);
      return name !== undefined && large.test(name) && !made.has(name);
    },
  },
  {
    fault: 'takes a function away, or what it answers, that the version before calls',
    instead: 'make another function beside it, and drop this one with a later version',
    finds: (statement) => /^drop (function|procedure|routine|trigger function)\b/i.test(statement),
  },
  {
    fault: 'locks a table for long',
    instead: 'leave it out',
    finds: (statement) =>
      /^(vacuum full|cluster|lock table|reindex (?!.*concurrently)|truncate)\b/i.test(statement),
  },
];

/** What is wrong with the migrations that have not been released yet, one line each. */
export function judgeMigrations(files = migrationFiles()): string[] {
  return files
    .filter(({ name }) => name.startsWith('migrations/') && name.slice(11, 15) >= from)
    .flatMap(({ name, text }) => judge(text).map((fault) => `${name}: ${fault}`));
}

export function judge(text: string): string[] {
  const made = new Set<string>();
  return statementsIn(text).flatMap(({ statement, exception }) => {
    const [, name] =
      statement.match(/^create (?:unlogged )?table (?:if not exists )?([\w".]+)/i) ?? [];
    const known = nameIn(name);
    if (known) made.add(known);
    if (exception) return [];
    return rules
      .filter(({ finds }) => finds(statement, made))
      .map(
        ({ fault, instead }) =>
          `“${statement.slice(0, 70)}” ${fault}. Rather ${instead}; or say why it may be, in a line above: -- may lock or break: …`,
      );
  });
}

type Statement = { statement: string; exception: boolean };

/**
 * Without comments and quoted text, which may contain anything; a reason has at least three words.
 */
function statementsIn(text: string): Statement[] {
  const bare = text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--[ \t]*may lock or break:[ \t]*\S+[ \t]+\S+[ \t]+\S+.*/g, '\u0001')
    .replace(/--.*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '');
  return bare.split(';').map((part) => ({
    statement: part.replaceAll('\u0001', ' ').replace(/\s+/g, ' ').trim(),
    exception: part.includes('\u0001'),
  }));
}

function clauses(statement: string): string[] {
  return statement.split(/,\s*(?=(?:add|alter|drop|rename)\b)/i);
}

/** A name without a schema belongs to `public`, the search path of migrations. */
function nameIn(name: string | undefined): string | undefined {
  if (!name) return undefined;
  const plain = name.replaceAll('"', '').toLowerCase();
  return plain.includes('.') ? plain : `public.${plain}`;
}
