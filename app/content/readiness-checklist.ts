import { type PageMeta, titled } from './page-parts.ts';

export type ChecklistArea = {
  id: string;
  title: string;
  purpose: string;
  checks: readonly { check: string; evidence: string }[];
};

export const checklistPdfPath = '/downloads/ai-readiness-checklist.pdf';

/** The AI Readiness Checklist, for both the page and the PDF. */
export const readinessChecklist = {
  meta: {
    title: titled('AI Readiness Checklist'),
    description:
      'Thirty-six checks in six areas for revenue cycle, coding, CDI and HIM departments that use AI or are about to, each with its evidence.',
  } satisfies PageMeta,
  title: 'AI Readiness Checklist',
  lede: 'For revenue cycle, coding, CDI and HIM departments. Thirty-six checks in six areas. Plan an hour with the people who do the work, the person who leads it and someone from compliance.',
  howTo: {
    title: 'How to use it',
    steps: [
      'Answer each check with yes, partly or no. If you cannot name the evidence, the answer is not yes.',
      'Begin with the areas where every answer is no. Within an area, begin at the top.',
      'Give each partly and each no an owner and a date. Three open items at a time are enough.',
      'Repeat the checklist before every new tool, and at least twice a year.',
    ],
  },
  download: 'Download the PDF',
  answers: ['Yes', 'Partly', 'No'],
  columns: { check: 'Check', evidence: 'What counts as evidence', owner: 'Owner', date: 'Date' },
  areas: [
    {
      id: 'inventory',
      title: 'Inventory and purpose',
      purpose: 'You cannot govern what you have not listed.',
      checks: [
        {
          check:
            'Every AI tool in use is on one list, including features inside the EHR and encoder.',
          evidence: 'A dated list with tool, version, vendor and department',
        },
        {
          check: 'Staff were asked which general chat tools they use, without fear of blame.',
          evidence: 'Survey or interview notes',
        },
        {
          check: 'Each tool has one owner in the department.',
          evidence: 'A name on the list, known to the person named',
        },
        {
          check: 'Each use is described as a task: input, output, who acts on it.',
          evidence: 'One paragraph for each task',
        },
        {
          check: 'The cost of an error is stated for each task.',
          evidence: 'A rating with a reason, such as a denial, a repayment or patient harm',
        },
        {
          check: 'Some tasks are named as not suitable for AI.',
          evidence: 'A written exclusion list',
        },
      ],
    },
    {
      id: 'data',
      title: 'Data and privacy',
      purpose: 'Patient information goes only where an agreement covers it.',
      checks: [
        {
          check:
            'A business associate agreement covers every tool that receives patient information.',
          evidence: 'Signed agreements, matched to the inventory',
        },
        {
          check: 'You know whether the vendor trains models on your data.',
          evidence: 'The contract clause, not a sales answer',
        },
        {
          check: 'Only the data that the task needs is sent.',
          evidence: 'A field list for each interface or prompt',
        },
        {
          check: 'Staff know what may never be pasted into a general tool.',
          evidence: 'Training record and a one-page rule',
        },
        {
          check: 'Retention and deletion of prompts and outputs are settled.',
          evidence: 'A retention entry and a tested deletion',
        },
        {
          check: 'Training and testing use practice or de-identified records.',
          evidence: 'The source of the test set',
        },
      ],
    },
    {
      id: 'governance',
      title: 'Governance and sign-off',
      purpose: 'Someone decides, someone checks, and both are written down.',
      checks: [
        {
          check: 'A use policy says what is permitted, restricted and forbidden.',
          evidence: 'An approved policy with a review date',
        },
        {
          check: 'New uses are approved before they start.',
          evidence: 'The last three approvals or refusals',
        },
        {
          check: 'Review levels follow risk: one person, a second reader, or no AI.',
          evidence: 'A table of tasks and levels',
        },
        {
          check: 'The reviewer’s decision is recorded beside the tool’s suggestion.',
          evidence: 'A sample of ten entries',
        },
        {
          check: 'Compliance, privacy, IT and the department meet about AI on a schedule.',
          evidence: 'Minutes of the last two meetings',
        },
        {
          check: 'Anyone may report a bad output, and reports are answered.',
          evidence: 'The report route and its log',
        },
      ],
    },
    {
      id: 'workflow',
      title: 'Workflow: coding, CDI, denials, charge capture',
      purpose: 'The check belongs in the work, not after it.',
      checks: [
        {
          check: 'Coders see the passage of the record that supports a suggested code.',
          evidence: 'A screen or export that shows the source',
        },
        {
          check: 'CDI queries drafted with AI are reviewed for leading language.',
          evidence: 'A review step and a sample of queries',
        },
        {
          check:
            'Appeals drafted with AI cite the record and the contract, and a person checks both.',
          evidence: 'A sample of five appeals with sources marked',
        },
        {
          check: 'Charge capture findings are confirmed before a charge is added.',
          evidence: 'Confirmed and rejected findings, counted',
        },
        {
          check: 'Work can continue when the tool is off.',
          evidence: 'A downtime procedure that has been tried',
        },
        {
          check: 'Productivity targets leave time to disagree with the tool.',
          evidence: 'Targets and override rates, side by side',
        },
      ],
    },
    {
      id: 'workforce',
      title: 'Workforce',
      purpose: 'People who understand the tool catch its errors.',
      checks: [
        {
          check: 'Everyone who uses a tool was trained on the task, not only on the screen.',
          evidence: 'Attendance and a practical exercise',
        },
        {
          check: 'Reviewers were tested on cases with planted errors.',
          evidence: 'Scores and what was done about them',
        },
        {
          check: 'Job descriptions mention AI-assisted work and its review.',
          evidence: 'Current job descriptions',
        },
        {
          check: 'Staff were told how their roles will change, and when.',
          evidence: 'The message and the questions that came back',
        },
        {
          check: 'Each role has a way to learn more: a course, a credential, a mentor.',
          evidence: 'A training plan with hours set aside',
        },
        {
          check: 'New hires learn the use policy before they receive access.',
          evidence: 'The onboarding list',
        },
      ],
    },
    {
      id: 'monitoring',
      title: 'Monitoring and audit',
      purpose: 'A tool that was right last year may be wrong today.',
      checks: [
        {
          check: 'Measures from before the tool were kept.',
          evidence: 'Baseline denial rate, query rate, turnaround and accuracy',
        },
        {
          check: 'Accuracy is measured on your own cases, on a schedule.',
          evidence: 'The last two samples, with size and method',
        },
        {
          check: 'Overrides are counted, and their reasons are read.',
          evidence: 'A monthly count by task',
        },
        {
          check: 'Vendor updates are tested before they go live.',
          evidence: 'The test set and the last result',
        },
        {
          check: 'Internal audit can trace one claim from suggestion to submission.',
          evidence: 'One traced claim, end to end',
        },
        {
          check: 'You know at which figure a tool is switched off, and who may do it.',
          evidence: 'A threshold and a name',
        },
      ],
    },
  ] satisfies readonly ChecklistArea[],
  closing: {
    title: 'When most answers are no',
    text: 'That is common, and it is a starting point. An AI readiness assessment takes 2-4 weeks and turns the open items into a plan with owners and measures.',
    note: 'The checklist is practical guidance. It is not legal advice and does not certify compliance with any law.',
  },
};
