import { staffList, staffListFile } from '../staff/staff-list.ts';
import type { Subject } from '../subject.ts';
import { renameCompanies, renewProofs, respellCompany } from './day.ts';
import { sendCompanyMail } from './letters.ts';
import { checkRecord, checkRecords } from './records.ts';
import { setWebAddress } from './set-web-address.ts';
import { settlePostings } from './settle-postings.ts';
import { companyCases, decideCompany } from './staff.ts';
import type { CompanyTasks } from './tasks.ts';

export const companies: Subject<CompanyTasks> = {
  functions: {
    'set-company-address': setWebAddress,
    'check-company-record': checkRecord,
  },
  hidden: {
    'staff-list-company-cases': staffList(companyCases),
    'staff-file-company-cases': staffListFile(companyCases),
    'staff-decide-company': decideCompany,
  },
  tasks: {
    'company-names': { lane: 'background', run: renameCompanies },
    'company-spelling': { lane: 'background', run: respellCompany },
    'company-proofs': { lane: 'background', run: renewProofs },
    'company-mail': { lane: 'mail', run: sendCompanyMail },
    'company-mail-to': { lane: 'mail', run: sendCompanyMail },
    'company-records': { lane: 'background', run: checkRecords },
    'company-postings': { lane: 'background', run: settlePostings },
  },
  timetable: [
    // The day starts at midnight UTC; missed runs are caught up.
    '0 * * * * company-names ?fill=1h',
    '*/15 * * * * company-proofs',
    '13 5 * * * company-records ?fill=1d',
  ],
};
