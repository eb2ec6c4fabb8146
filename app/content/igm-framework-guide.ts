import { type PageMeta, titled } from './page-parts.ts';
import { bullets, paragraph, type RichText } from './rich-text.ts';

type GuideSection = { id: string; title: string; body: RichText };

/** One page: the framework, with one task worked through. */
export const igmFrameworkGuide = {
  meta: {
    title: titled('IGM Framework Guide'),
    description:
      'Implementation, Governance and Monitoring for AI in the revenue cycle: what each part decides, what it leaves behind, and one task worked through.',
  } satisfies PageMeta,
  title: 'IGM Framework Guide',
  lede: 'Implementation, Governance and Monitoring: three parts, run as a loop, for every task that AI touches.',
  sections: [
    {
      id: 'why-three-parts',
      title: 'Why three parts',
      body: [
        paragraph(
          'AI projects in the revenue cycle seldom fail because the tool does nothing. They fail because nobody said which task it was for, because nobody was asked to check it, or because it changed and nobody measured again. The framework gives each of these an owner.',
        ),
        paragraph(
          'Use it for one task at a time. “AI in coding” is too large to govern. “Suggested procedure codes for outpatient endoscopy, reviewed by a certified coder” is a task.',
        ),
      ],
    },
    {
      id: 'implementation',
      title: 'Implementation',
      body: [
        paragraph('The question: should this task be done with AI, and does it work here?'),
        bullets(
          'Describe the task as it is done now: who, how long, how often wrong, what an error costs.',
          'Keep the measures from before. You will not be able to collect them later.',
          'Check the data path and the agreements before anyone sends a record.',
          'Pilot in 2-4 weeks with a person checking every result, and count what they change.',
          'Decide in writing: go, change, or stop. A stop is a result.',
        ),
        paragraph(
          'What it leaves behind: a task description, a baseline, a pilot report and a signed decision. Full implementation across teams takes 2-6 months.',
        ),
      ],
    },
    {
      id: 'governance',
      title: 'Governance',
      body: [
        paragraph('The question: who may use it, who checks it, and how would we prove that?'),
        bullets(
          'Approve uses, not products. The same tool may be right for a summary and wrong for a query.',
          'Set the review level by risk: accept after reading, second reader, or no AI.',
          'Name the person who signs. A department cannot sign.',
          'Record the suggestion, the decision and the reason where an auditor can find them.',
          'Train people before they receive access, and again when the rules change.',
        ),
        paragraph(
          'What it leaves behind: an inventory, a use policy, a table of review levels and a decision log.',
        ),
      ],
    },
    {
      id: 'monitoring',
      title: 'Monitoring',
      body: [
        paragraph('The question: is it still right, on our cases, this month?'),
        bullets(
          'Sample your own work on a schedule, and score it without looking at the tool’s answer first.',
          'Count overrides. A rate that falls to nothing may mean a better tool, or tired reviewers.',
          'Watch denials by cause, query rates and provider agreement, turnaround and audit findings.',
          'Test every vendor update on the same set before it goes live.',
          'Set the figure at which the tool is switched off, and who may do it, before you need it.',
        ),
        paragraph(
          'What it leaves behind: validation reports, an incident log and a list of changes for the next round of implementation. That closes the loop.',
        ),
      ],
    },
    {
      id: 'worked-example',
      title: 'One task, worked through',
      body: [
        paragraph(
          'Take first-level appeals for medical necessity denials. The figures you need are your own; the steps are the same everywhere.',
        ),
        bullets(
          'Implementation: specialists list what a good appeal contains. For the pilot, the tool drafts from the denial, the record and the contract clause, and every draft is edited by a specialist who marks each statement that the record does not support.',
          'Governance: drafts for high-value or clinically disputed cases need a second reader. The letter carries the specialist’s name. The draft and the sent letter are both kept.',
          'Monitoring: each month, ten sent letters are read against the record. Overturn rates are compared with the baseline. If unsupported statements exceed the limit that was set, drafting stops until the cause is found.',
        ),
      ],
    },
    {
      id: 'first-month',
      title: 'Your first month',
      body: [
        bullets(
          'First week: list the tools and tasks in use. Ask, do not guess.',
          'Second week: choose one task, describe it, and find its baseline.',
          'Third week: set its review level, its signatory and its log.',
          'Fourth week: draw a first sample, score it, and decide what happens next.',
        ),
      ],
    },
  ] satisfies readonly GuideSection[],
  closing: {
    title: 'Do it with us',
    text: 'Our readiness assessment takes 2-4 weeks and covers the first month’s work with your team.',
  },
};
