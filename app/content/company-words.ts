import { wordsOf } from '#domain/site/words.ts';

/** What the company says about itself on About, as released. */
export const firstCompanyWords = {
  mission: 'To prepare the healthcare workforce to use AI well, and to answer for it',
  reason:
    'Every claim, query and appeal speaks for a patient’s care. We teach the people who write and check them to use AI where it helps, to leave it where it does not, and to keep a record that shows the difference.',
  storyTitle: 'From training people to training people for AI',
  story: [
    'Our work began with training: coding, documentation, billing, the rules behind a clean claim. When AI tools reached those desks, the questions in class changed. Can I use this? Who checks it? What do I tell the auditor?',
    'Tool demonstrations did not answer them. So we set out the work in three parts (implementation, governance and monitoring), wrote a family of certifications around the people who do it, and opened the Accelerator as a place to practice. The first cohorts began in 2025.',
    'We now work with organizations that assess and govern AI, professionals who want to show what they can do, educators who teach it, and employers who hire for it.',
  ].join('\n\n'),
  accreditation:
    'The badge stands for continuing-professional-development (CPD) accreditation. Ask your own credentialing body whether and how it counts the hours.',
  providerNumber: 'Accreditation provider number: to be confirmed',
};

export const companyWords = () => wordsOf('about', firstCompanyWords);
