import type { FaqCategory } from './faq-category.ts';
import { bullets, link, paragraph } from './rich-text.ts';

/** The last four categories. */
export const faqPractice: readonly FaqCategory[] = [
  {
    id: 'training-and-learning-experience',
    title: 'Training and Learning Experience',
    questions: [
      {
        id: 'how-long-are-courses',
        question: 'How long do courses take?',
        answer: [
          bullets(
            'Micro-courses: 1-3 hours each',
            'Workshops: 1-3 days',
            'Self-paced courses: 4-8 weeks',
            'Certifications: 120-180 hours over 8-16 weeks, depending on the tier',
          ),
        ],
      },
      {
        id: 'self-paced-or-cohort',
        question: 'Should I study self-paced or with a cohort?',
        answer: [
          paragraph(
            'Every certification is offered both ways. Self-paced study fits around shifts and month-end close. A live cohort gives you dates, an instructor and people to compare notes with.',
          ),
        ],
      },
      {
        id: 'do-i-need-technical-skills',
        question: 'Do I need technical skills?',
        answer: [
          paragraph(
            'No programming. You need to know your own work, or be willing to learn it in the Student tier. The Rules and Algorithms track is the most technical, and it explains its terms.',
          ),
        ],
      },
      {
        id: 'is-patient-data-used-in-training',
        question: 'Do you train on real patient records?',
        answer: [
          paragraph(
            'Exercises use records made for training. Please never bring patient information into a class, a sandbox or a message to us.',
          ),
        ],
      },
      {
        id: 'when-do-i-get-access',
        question: 'When do I get access after I enroll?',
        answer: [
          paragraph(
            'Self-paced access is delivered instantly or within 24 hours. For a live cohort, you receive the dates and materials before the first session. Details are in the ',
            link('fulfillment policy', '/fulfillment'),
            '.',
          ),
        ],
      },
    ],
  },
  {
    id: 'roi-and-results',
    title: 'ROI and Results',
    questions: [
      {
        id: 'what-results',
        question: 'What results can a team expect?',
        answer: [
          paragraph(
            'By our own figures, a 30-50% reduction in documentation time. Yours depends on the task, the tool and the checking it needs, so we measure from a baseline of your own.',
          ),
        ],
      },
      {
        id: 'when-does-it-pay-back',
        question: 'When does it pay back?',
        answer: [
          paragraph(
            'By our own figures, the return on investment comes within 3-6 months. A pilot shows within weeks whether your department is on track.',
          ),
        ],
      },
      {
        id: 'what-does-a-credential-bring',
        question: 'What does a credential do for me?',
        answer: [
          paragraph(
            'Our own figures are a 22% average salary increase, and that holders are 2.5x more likely to be promoted. Neither is promised to anyone. What you do gain is a list of tasks that you can show you perform and check. ',
            link('See the comparison', '/professionals'),
            '.',
          ),
        ],
      },
      {
        id: 'what-do-employers-gain',
        question: 'What do employers gain?',
        answer: [
          paragraph(
            'By our own figures, 40-60% less onboarding time for hires trained in AI-assisted work. Posting jobs costs nothing.',
          ),
        ],
      },
      {
        id: 'how-do-you-measure',
        question: 'How do you measure results?',
        answer: [
          paragraph(
            'Before and after, on the same kind of cases: accuracy, overrides, denials by cause, query rates and provider agreement, turnaround, audit findings. The method is in the report, so that you can repeat it.',
          ),
        ],
      },
    ],
  },
  {
    id: 'compliance-and-security',
    title: 'Compliance and Security',
    questions: [
      {
        id: 'patient-data',
        question: 'Is patient information safe?',
        answer: [
          paragraph(
            'Our training uses records made for practice, and this site asks for no patient information. When an assessment needs to look at real work, it happens under your agreements and in your systems.',
          ),
        ],
      },
      {
        id: 'is-this-legal-advice',
        question: 'Is your advice legal advice?',
        answer: [
          paragraph(
            'No. We advise on governance, training and measurement. Your counsel and your compliance officer decide what the law requires of you.',
          ),
        ],
      },
      {
        id: 'who-is-accountable',
        question: 'Who is accountable when AI is wrong?',
        answer: [
          paragraph(
            'The person who signed, within rules that the organization set. That is why each use we recommend has a named reviewer, a review level and a record.',
          ),
        ],
      },
      {
        id: 'how-do-you-protect-my-account',
        question: 'How do you protect my account and my payments?',
        answer: [
          paragraph(
            'You can add a second step to signing in. Payments go through third-party processors, and full card numbers are not stored. The ',
            link('privacy policy', '/privacy'),
            ' says what is kept and why.',
          ),
        ],
      },
      {
        id: 'who-sees-my-profile',
        question: 'Who can see my candidate profile?',
        answer: [
          paragraph(
            'Only you, until you make it public. A public profile is visible to employers with an active membership. You can make it private again or delete it at any time. If you apply for a job on this site and send your profile along, that company sees it as it was then.',
          ),
        ],
      },
    ],
  },
  {
    id: 'getting-started',
    title: 'Getting Started',
    questions: [
      {
        id: 'how-do-i-start',
        question: 'How do I start?',
        answer: [
          bullets(
            [
              'For yourself: take the ',
              link('pathway quiz', '/certification-quiz'),
              ', then read the tier it names.',
            ],
            [
              'For a team: work through the ',
              link('readiness checklist', '/resources/ai-readiness-checklist'),
              ', then book a discovery call.',
            ],
            [
              'For a program: bring one syllabus to a ',
              link('partnership call', '/educators'),
              '.',
            ],
          ),
        ],
      },
      {
        id: 'what-does-a-consultation-cost',
        question: 'What does a consultation cost?',
        answer: [
          paragraph(
            'Nothing. You book it on our scheduling page, which opens in a new tab and belongs to an outside service.',
          ),
        ],
      },
      {
        id: 'when-is-the-next-cohort',
        question: 'When does the next cohort start?',
        answer: [
          paragraph(
            'Dates are announced when enrollment opens. Ask on a call which one you could join, or start self-paced.',
          ),
        ],
      },
      {
        id: 'can-i-get-a-refund',
        question: 'Can I get a refund?',
        answer: [
          paragraph(
            'Digital programs and microcourses may have a 14-30 day refund window, stated when you enroll. Consulting, live training and credentialing are non-refundable, but can be rescheduled or credited. See the ',
            link('fulfillment policy', '/fulfillment#refunds'),
            '.',
          ),
        ],
      },
      {
        id: 'do-i-need-an-account',
        question: 'Do I need an account?',
        answer: [
          paragraph(
            'Not to read, take the quiz or browse jobs. You need one to post a job, to keep a candidate profile or to hold a membership. You sign up with an email address and a password.',
          ),
        ],
      },
    ],
  },
];
