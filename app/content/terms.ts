import { titled } from './page-parts.ts';
import type { PolicyPage } from './policy.ts';
import { bullets, link, paragraph } from './rich-text.ts';

/** OWNER: have counsel review before launch (see docs/owner-checklist.md). */
export const terms: PolicyPage = {
  meta: {
    title: titled('Terms of use'),
    description:
      'The terms for using this site, its accounts, job board, courses and memberships: eligibility, conduct, liability and governing law.',
  },
  title: 'Terms of use',
  effective: { text: 'Effective date: updated 10/1/2025', date: '2025-10-01' },
  lede: 'These terms are an agreement between you and us about this site and the services on it.',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance of these terms',
      body: [
        paragraph(
          'By using the website and services of {company} (“we”, “us”), you accept these terms. If you do not accept them, please do not use the services.',
        ),
        paragraph(
          'You must be at least 18 years old, or have reached the age of majority where you live. If you act for an organization, you confirm that you may bind it to these terms.',
        ),
      ],
    },
    {
      id: 'use',
      title: 'Use of the services',
      body: [
        paragraph('You may use the services for lawful purposes. You agree not to:'),
        bullets(
          'enter protected health information or other confidential patient information',
          'post a job that is false, discriminatory, or not a real opening',
          'use candidate profiles for anything other than recruiting for your own openings, or copy them in bulk',
          'send messages that are misleading, harassing or unrelated to a position',
          'try to gain access to accounts, data or systems that are not yours, or disrupt their operation',
        ),
        paragraph('We may remove content and limit access where these rules are broken.'),
      ],
    },
    {
      id: 'accounts',
      title: 'Accounts',
      body: [
        paragraph(
          'Some services need an account. Give accurate information, keep your password to yourself, and tell us if you believe someone else has used your account. You are responsible for what happens under it until you have told us.',
        ),
        paragraph(
          'You may post jobs, keep a candidate profile and subscribe to a membership from your account. Subscriptions, cancellation and refunds are described in the ',
          link('fulfillment policy', '/fulfillment'),
          '.',
        ),
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual property',
      body: [
        paragraph(
          'Courses, guides, checklists, prompts, drawings and texts on this site belong to us or to those who license them to us. You may use them for your own learning and inside your department. You may not sell, publish or teach from them elsewhere without a written license.',
        ),
        paragraph(
          'The jobs you post, your profile and your messages remain yours. You allow us to store and show them as far as the services need it.',
        ),
      ],
    },
    {
      id: 'data-and-privacy',
      title: 'Data and privacy',
      body: [
        paragraph(
          'The ',
          link('privacy policy', '/privacy'),
          ' explains what we collect and what you can ask of us. It is part of these terms.',
        ),
      ],
    },
    {
      id: 'third-party-links',
      title: 'Third-party links',
      body: [
        paragraph(
          'The site links to services of others: scheduling, payment, podcasts, articles and employers’ application pages. Their own terms apply there, and we are not responsible for their content or conduct.',
        ),
      ],
    },
    {
      id: 'disclaimers',
      title: 'Disclaimers',
      body: [
        paragraph(
          'The services are provided as they are and as they are available. Our material is education and guidance. It is not legal, medical, billing or financial advice, and it does not replace the official code sets, payer policies or the judgment of qualified people.',
        ),
        paragraph(
          'Figures about results, pay and markets are stated for information. We do not promise employment, promotion, a salary, certification by any other body, or a financial return. Employers are responsible for the jobs they post, and candidates for their profiles.',
        ),
      ],
    },
    {
      id: 'limitation-of-liability',
      title: 'Limitation of liability',
      body: [
        paragraph(
          'As far as the law allows, we are not liable for indirect, incidental, special, consequential or punitive damages, or for lost profits, data or goodwill, that arise from the use of the services. Where we are liable, our total liability is limited to the amount you paid us for the service concerned in the twelve months before the claim.',
        ),
        paragraph(
          'Nothing in these terms limits a liability that the law does not allow to be limited.',
        ),
      ],
    },
    {
      id: 'indemnification',
      title: 'Indemnification',
      body: [
        paragraph(
          'You agree to hold us harmless from claims by others, and from reasonable costs of defending them, that arise from content you posted, from your breach of these terms or from your breach of the law.',
        ),
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      body: [
        paragraph(
          'We may change these terms. The date at the top shows the latest version. If a change affects your rights in a substantial way, we will announce it on the site or by email before it takes effect. Using the services afterwards means that you accept it.',
        ),
      ],
    },
    {
      id: 'termination',
      title: 'Termination',
      body: [
        paragraph(
          'You may stop using the services at any time. We may suspend or close an account that breaks these terms. Sections that by their nature continue, such as intellectual property, disclaimers, liability and governing law, remain in force.',
        ),
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing law',
      body: [
        paragraph(
          'These terms are governed by the laws of the State of North Carolina, without regard to its conflict of law rules. The courts of North Carolina have jurisdiction, unless the law of your home gives you rights that cannot be waived.',
        ),
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      body: [
        paragraph(
          'Questions about these terms: ',
          link('{email}', 'mailto:{email}'),
          '. {company}, {region}.',
        ),
      ],
    },
  ],
};
