import type { Database, Transaction } from '#database/database.ts';

/** The same database, which records its transactions and the names of their queries. */
export function countStatements(database: Database) {
  const asked: string[] = [];
  const note = ({ name, text }: { name?: string; text: string }) => asked.push(name ?? text);
  const counted: Database = {
    ...database,
    askAs: (caller, statement, options) => {
      note(statement);
      return database.askAs(caller, statement, options);
    },
    asCaller: (caller, work, options) => {
      asked.push('a transaction');
      return database.asCaller(caller, (session) => work(noting(session)), options);
    },
    asService: {
      ...noting(database.asService),
      transaction: (work) => {
        asked.push('a transaction');
        return database.asService.transaction((session) => work(noting(session)));
      },
    },
  };
  function noting(session: Transaction): Transaction {
    return {
      query: (statement) => {
        note(statement);
        return session.query(statement);
      },
      queryAll: (statements) => {
        for (const statement of statements) note(statement);
        return session.queryAll(statements);
      },
    };
  }
  return { counted, asked };
}
