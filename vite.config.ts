import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { downloads } from './vite.downloads.ts';
import { enhanceScript } from './vite.enhance.ts';
import { icons } from './vite.icons.ts';
import { released } from './vite.released.ts';

export default defineConfig({
  plugins: [tailwindcss(), icons(), enhanceScript(), downloads(), released(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every hydrated page needs comes in few files: each costs a request and packs worse
            // alone. React stands by itself, because the toaster brings it to pages without a router.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  priority: 5,
                  test: /node_modules\/(react|react-dom|scheduler)\//,
                },
                {
                  // The router too: packed together they are a kilobyte smaller.
                  name: 'site',
                  priority: 4,
                  test: /node_modules\/(react-router|@react-router|cookie)\/|\/app\/(root|session\/|shell\/|features\/jobs\/kept-jobs\.|data\/supabase\.|documents\/page-meta|content\/page-parts|ui\/(badge|button|class-names|draw-icon|empty-state|failure|flash|late-dialog|link|notice|page-header|skeleton|spinner|toast|use-hydrated|use-loading)\.)|\/domain\/brand\.|lucide-react\/dist\/esm\/icons\/(x|chevron-down)\./,
                },
                {
                  // What many hydrated pages need, but not all: the profile's budget has no room for it.
                  name: 'screens',
                  priority: 4,
                  test: /\/app\/(data\/call-function|ui\/(use-more|when))\./,
                },
                {
                  name: 'fields',
                  priority: 3,
                  test: /\/app\/ui\/(choice|field|form-failure|select|text-input|use-form)\.|\/domain\/(text-length|message-words)\.|circle-exclamation-point/,
                },
                {
                  name: 'dialogs',
                  priority: 3,
                  test: /\/app\/ui\/(confirm-dialog|dialog|modal)\./,
                },
                {
                  name: 'job-facts',
                  priority: 4,
                  test: /\/domain\/(countries|job-facts|job-life)\./,
                },
                {
                  // Its own, or My jobs would load the form for its looks.
                  name: 'own-jobs-looks',
                  priority: 5,
                  test: /\/own-jobs\.css/,
                },
                {
                  name: 'own-jobs',
                  priority: 2,
                  test: /\/app\/features\/own-jobs\/(own-jobs|own-job)\./,
                },
                {
                  name: 'job-form',
                  priority: 2,
                  test: /\/app\/features\/own-jobs\/(confirm-by-mail|job-(draft|fields|form|groups|values))/,
                },
                {
                  // The long forms complete what is typed into them; a part of either would bring all of it.
                  name: 'addresses',
                  priority: 3,
                  test: /\/app\/ui\/address-input\.|\/domain\/web-address\./,
                },
                {
                  // Both load it when somebody types; a part of either would bring all of it along.
                  name: 'leaving-dialog',
                  priority: 3,
                  test: /\/app\/drafts\/leaving-dialog\./,
                },
                {
                  // What the long forms share: of a posting, of a profile.
                  name: 'long-forms',
                  priority: 3,
                  test: /\/app\/(drafts\/(draft\.|leaving-guard|use-draft)|ui\/(form-group|leave))\./,
                },
                {
                  name: 'candidate-parts',
                  priority: 2,
                  test: /\/app\/(features\/candidates\/(candidate-(badges|view)|describe-candidate|portrait|use-pictures)|ui\/(add-chips|chips-editor))\.|\/domain\/candidate-lists\./,
                },
                {
                  // In one: the field for the picture is loaded later and would take a part with it.
                  name: 'profile-form',
                  priority: 1,
                  test: /\/app\/features\/candidates\/profile\/(completeness-|late-|meanwhile\.|own-|profile-.*\.ts|use-)|\/domain\/candidate-completeness\./,
                },
                {
                  name: 'account-forms',
                  priority: 1,
                  test: /\/app\/(features\/accounts\/(account-page|form-failure|email-field|password-field)|ui\/password-input)\.|\/domain\/(account|password-advice)\./,
                },
                {
                  name: 'accounts',
                  priority: 2,
                  test: /\/app\/(features\/accounts\/(accounts|advice|providers|use-account-rules|use-providers|use-link-arrival|factors\/ways|settings\/setting))\.|\/domain\/account-rules\./,
                },
              ],
            },
          },
        },
      },
    },
  },
});
