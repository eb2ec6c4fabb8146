import { educators } from '#app/content/educators.ts';
import { NumberedList } from '#app/ui/numbered-list.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, questions } = educators.planning;

export function Planning() {
  return (
    <Section layout="beside" eyebrow={eyebrow} title={title}>
      <NumberedList items={questions.map((question) => ({ title: question }))} />
    </Section>
  );
}
