import { call } from './call.ts';
import type { FaqCategory } from './faq-category.ts';
import { bullets, link, paragraph } from './rich-text.ts';

/** The first four categories. */
export const faqAboutUs: readonly FaqCategory[] = [
  {
    id: 'about',
    title: 'About',
    questions: [
      {
        id: 'who-are-you',
        question: 'Who are you?',
        answer: [
          paragraph(
            'The healthcare AI advisory and education division of a training company based in North Carolina. We teach, certify, assess and advise, and we run a learning hub called the Accelerator. ',
            link('Read about us', '/about'),
            '.',
          ),
        ],
      },
      {
        id: 'whom-do-you-serve',
        question: 'Whom do you serve?',
        answer: [
          bullets(
            'Organizations: revenue cycle, HIM, CDI and coding teams and the people who lead them',
            'Professionals who want a credential in healthcare AI',
            'Educators and program directors',
            'Employers who hire people trained for AI-assisted work',
          ),
        ],
      },
      {
        id: 'what-is-igm',
        question: 'What does IGM stand for?',
        answer: [
          paragraph(
            'Implementation, Governance and Monitoring: the three parts of our framework. They run as a loop for every task that AI touches. The ',
            link('framework guide', '/resources/igm-framework-guide'),
            ' explains them on one page.',
          ),
        ],
      },
      {
        id: 'how-many-people',
        question: 'How many people and organizations do you work with?',
        answer: [
          paragraph(
            'By our own count, 300+ professionals and 50+ organizations. The first cohorts began in 2025.',
          ),
        ],
      },
      {
        id: 'are-you-accredited',
        question: 'Are you accredited?',
        answer: [
          paragraph(
            'A continuing-professional-development accreditation badge is shown on the ',
            link('About page', '/about#credentials'),
            '. The provider number will be published there once the company confirms it. Ask your own credentialing body how it counts the hours.',
          ),
        ],
      },
    ],
  },
  {
    id: 'general-healthcare-ai',
    title: 'General Healthcare AI',
    questions: [
      {
        id: 'what-is-healthcare-ai',
        question: 'What does AI do in the revenue cycle today?',
        answer: [
          paragraph(
            'It suggests codes, drafts CDI queries and appeals, predicts denials, looks for missed charges and summarizes records. In each case a person should be able to see the source and change the result.',
          ),
        ],
      },
      {
        id: 'will-ai-replace-coders',
        question: 'Will AI replace coders and CDI specialists?',
        answer: [
          paragraph(
            'It changes the work: less typing and searching, more checking and deciding. Someone has to know when a suggestion is wrong and answer for what is billed. That is the skill we teach.',
          ),
        ],
      },
      {
        id: 'what-is-a-prompt',
        question: 'What is a prompt, and why does it need a course?',
        answer: [
          paragraph(
            'A prompt is the instruction you give a model. A good one names the task, the source and the limits, so that the answer can be compared with the record. A poor one produces fluent text that nobody can check.',
          ),
        ],
      },
      {
        id: 'what-is-a-hallucination',
        question: 'What happens when a model makes something up?',
        answer: [
          paragraph(
            'It reads as well as the truth. You protect yourself by asking for the passage behind each statement, by checking it, and by recording what you changed. Our exercises contain such errors on purpose.',
          ),
        ],
      },
      {
        id: 'what-is-drift',
        question: 'What is drift?',
        answer: [
          paragraph(
            'A slow loss of accuracy after a tool goes live, because payer rules, code sets, documentation habits or the model itself changed. Only regular samples of your own work will show it.',
          ),
        ],
      },
    ],
  },
  {
    id: 'services-and-learning-hub',
    title: 'Services and Learning Hub',
    questions: [
      {
        id: 'what-services',
        question: 'What services do you offer?',
        answer: [
          bullets(
            'Team training',
            'An AI readiness assessment, 2-4 weeks',
            'Ongoing monitoring and validation',
            'Professional certification in five tiers, and micro-certifications in three tracks',
            'The Accelerator, a sandbox learning hub',
            'A public job board and a talent marketplace',
          ),
        ],
      },
      {
        id: 'what-is-the-accelerator',
        question: 'What is the Accelerator?',
        answer: [
          paragraph(
            'Our learning hub: safe GPT sandboxes, prompt libraries, mini-courses and workflows, with an optional AI Confidence Tracker. It is not open to visitors yet. ',
            link('See what it contains', '/resources#accelerator'),
            '.',
          ),
        ],
      },
      {
        id: 'which-certification',
        question: 'Which certification suits me?',
        answer: [
          paragraph(
            'It depends on your work: Student (CIHIS-S) if you are starting, Applied Practice (CIHIS-AI) if you code, query, bill or appeal, Education and Delivery (CIHIS-ED) if you teach, Healthcare Professionals (CIHIS-HC) if you are a clinician, Leadership and Strategy (CIHIS-L) if you manage. The ',
            link('pathway quiz', '/certification-quiz'),
            ' suggests one in five questions.',
          ),
        ],
      },
      {
        id: 'what-are-micro-certifications',
        question: 'What are micro-certifications?',
        answer: [
          paragraph(
            'Short courses of 1-3 hours in three tracks: prompt engineering, governance and rules, rules and algorithms. They suit people who already work with AI and have little time. Their credits count toward the full program.',
          ),
        ],
      },
      {
        id: 'how-does-the-job-board-work',
        question: 'How do the job board and the marketplace work?',
        answer: [
          paragraph(
            'Anyone can browse jobs without an account. Any signed-in user can post a job, free and without limit. Candidates keep a profile and decide whether it is public. Employers with a monthly membership can search public profiles and write to candidates. ',
            link('See the plans', '/hire-talent'),
            '.',
          ),
        ],
      },
    ],
  },
  {
    id: 'ai-implementation-and-advisory',
    title: 'AI Implementation and Advisory',
    questions: [
      {
        id: 'how-long-is-an-assessment',
        question: 'How long does a readiness assessment take?',
        answer: [
          paragraph(
            'It takes 2-4 weeks. We agree on the scope, interview the people who do the work, review tools, policies and a sample, and give you a written report with first steps. The ',
            link('free checklist', '/resources/ai-readiness-checklist'),
            ' shows what we look at.',
          ),
        ],
      },
      {
        id: 'how-long-is-implementation',
        question: 'How long do a pilot and a full implementation take?',
        answer: [
          paragraph(
            'Pilots run in 2-4 weeks. Full implementation takes 2-6 months, depending on the number of teams, systems and approvals.',
          ),
        ],
      },
      {
        id: 'do-you-work-with-our-vendor',
        question: 'We have already bought a tool. Can you still help?',
        answer: [
          paragraph(
            'Yes. We describe the tasks it is used for, test it on your own cases, set review levels and start monitoring. If it should not be used for a task, the report says so.',
          ),
        ],
      },
      {
        id: 'what-do-you-need-from-us',
        question: 'What do you need from us?',
        answer: [
          paragraph(
            'One contact, time with the people who do the work, your policies and agreements, and a sample of work without patient identifiers or under an agreement. You decide what we see.',
          ),
        ],
      },
      {
        id: 'how-long-is-the-call',
        question: 'How long is the first call?',
        answer: [paragraph(call.lengthNote, ' It is free in either case.')],
      },
    ],
  },
];
