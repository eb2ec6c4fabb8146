export const wordsHome = '/staff/words';
