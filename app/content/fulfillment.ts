import { titled } from './page-parts.ts';
import type { PolicyPage } from './policy.ts';
import { bullets, link, paragraph } from './rich-text.ts';

/** OWNER: have counsel review before launch (see docs/owner-checklist.md). States no price. */
export const fulfillment: PolicyPage = {
  meta: {
    title: titled('Fulfillment policy'),
    description:
      'How courses, certifications, consulting and memberships are delivered, cancelled, rescheduled and refunded, and what stands behind them.',
  },
  title: 'Fulfillment policy',
  lede: 'What you receive, when you receive it, and what happens when plans change.',
  sections: [
    {
      id: 'services',
      title: 'Services',
      body: [
        paragraph('This policy covers:'),
        bullets(
          'Digital programs and microcourses',
          'Live training, workshops and cohorts',
          'Professional certification and micro-certification',
          'Consulting: readiness assessment, implementation, governance, monitoring and validation',
          'The employer membership for candidate search',
        ),
      ],
    },
    {
      id: 'delivery',
      title: 'Delivery',
      body: [
        bullets(
          'Self-paced access is delivered instantly or within 24 hours, by email to the address of your order.',
          'For live training and cohorts, dates and materials are sent before the first session.',
          'An AI readiness assessment takes 2-4 weeks from the agreed start.',
          'Membership access begins when the payment is confirmed.',
        ),
        paragraph(
          'Everything is delivered online; nothing is shipped. If access has not arrived, write to us. Our typical response time is 24 hours.',
        ),
      ],
    },
    {
      id: 'refunds',
      title: 'Refunds',
      body: [
        bullets(
          'Digital programs and microcourses may have a 14-30 day refund window. The window of a program is stated when you enroll.',
          'Consulting, live training and credentialing are non-refundable. They can be rescheduled or credited.',
        ),
        paragraph(
          'To ask for a refund, a new date or a credit, write to ',
          link('{email}', 'mailto:{email}'),
          ' with your order and the reason.',
        ),
      ],
    },
    {
      id: 'subscriptions',
      title: 'Subscriptions',
      body: [
        paragraph(
          'The employer membership is billed monthly and renews until it is cancelled. You can cancel anytime from the ',
          link('membership dashboard', '/membership'),
          '. Access remains through the current billing cycle.',
        ),
      ],
    },
    {
      id: 'security-and-assurance',
      title: 'Security and assurance',
      body: [
        paragraph(
          'Payments go through third-party processors, and full card numbers are not stored by us. Course access and certificates are tied to your account.',
        ),
        paragraph(
          'If something you ordered does not work or does not match its description, tell us. We will correct it, replace it or agree on another remedy with you.',
        ),
      ],
    },
    {
      id: 'certification',
      title: 'Certification',
      body: [
        paragraph(
          'A certification is awarded when its requirements are met; paying for a program does not by itself award it. Micro-certification credits count toward the full program. A credential shows that you completed the program. It is not a license, and it does not replace the credentials that your employer or the law requires.',
        ),
      ],
    },
    {
      id: 'responsible-ai',
      title: 'Responsible AI',
      body: [
        bullets(
          'A person is accountable for every AI-assisted result in our teaching and our advice.',
          'Exercises use records made for training. Patient information must not be entered.',
          'Output of AI tools in courses and sandboxes may be wrong. It is there to be checked, and must not be used for care, coding or billing.',
        ),
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      body: [
        paragraph(
          'Questions about an order: ',
          link('{email}', 'mailto:{email}'),
          '. {company}, {region}.',
        ),
      ],
    },
  ],
};
