import type { Database } from '#database/database.ts';
import { closeDemoPeople, countDemoContent } from '#database/seed/demo-content.ts';

/** On a public site nobody can sign in as a demo person, and the operator is told what is there. */
export async function keepDemoOut(database: Database, report: (step: string) => void) {
  const { people, jobs, candidates } = await countDemoContent(database);
  if (people + jobs + candidates === 0) return;
  await closeDemoPeople(database);
  const parts = [
    count(people, 'demo account'),
    count(jobs, 'sample job'),
    count(candidates, 'sample candidate'),
  ];
  report(
    `The database holds demo content (${parts.join(', ')}): "npm run seed -- --remove-demo" removes it, and nobody can sign in as one of them`,
  );
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
