/**
 * Demo accounts. Sample content, invented for trying the site and never presented as real people.
 */
export const demoPeople = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    email: 'employer@demo.example',
    name: 'Demo Employer',
  },
  {
    id: '00000000-0000-4000-8000-000000000002',
    email: 'candidate@demo.example',
    name: 'Demo Candidate',
  },
  { id: '00000000-0000-4000-8000-000000000003', email: 'member@demo.example', name: 'Demo Member' },
  { id: '00000000-0000-4000-8000-000000000004', email: 'owner@demo.example', name: 'Demo Owner' },
  {
    id: '00000000-0000-4000-8000-000000000005',
    email: 'recruiter@tidewater.example',
    name: 'Demo Recruiter',
  },
] as const;

export const demoEmployer = demoPeople[0];
export const demoCandidate = demoPeople[1];
export const demoMember = demoPeople[2];
export const demoOwner = demoPeople[3];
export const demoRecruiter = demoPeople[4];

/** The company for which the employer and the recruiter hire. */
export const demoCompany = 'Tidewater Regional Hospital';

/** One password for all of them; the README shows it. */
export const demoPassword = 'demo-password-2026';
