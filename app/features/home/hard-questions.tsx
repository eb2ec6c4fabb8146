import { home } from '#app/content/home.ts';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, lede, questions, closing } = home.hardQuestions;

export function HardQuestions() {
  return (
    <Section tone="sunken" layout="beside" eyebrow={eyebrow} title={title} intro={lede}>
      <ol className="border-b border-line">
        {questions.map((question, index) => (
          <li
            key={question}
            className="grid grid-cols-[3rem_1fr] items-baseline border-t border-line py-5 md:grid-cols-[4.5rem_1fr] md:py-6"
          >
            <span className="font-serif text-3xl leading-none text-clay" aria-hidden="true">
              {index + 1}
            </span>
            <p className="max-w-[34rem] font-serif text-xl tracking-[-0.012em] text-balance">
              {question}
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-6 pl-12 font-semibold md:pl-18">{closing}</p>
    </Section>
  );
}
