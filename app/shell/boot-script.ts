/**
 * Runs before the first paint, so that neither the colour theme nor the signed-in header
 * flashes, and nobody waits for a list of saved jobs that is empty. It must stay a constant: the
 * Content-Security-Policy allows it by its hash.
 * A browser that is set to keep nothing for this site throws when it is asked: what would not work there is left out.
 * The key is the one supabase-js derives from the host of the data service, which is ours.
 * It stands after the stylesheet and asks for a style at the end: Chromium decides about the
 * transition between pages at the first frame, and without this often has not yet noticed the
 * stylesheet's consent and drops the transition. When it does so all the same, the rejection of
 * its own promise is nobody's error.
 */
export const bootScript = `(function(r){var d=r.dataset;try{var s=localStorage,t=s.getItem("theme");if(t==="light"||t==="dark")d.theme=t;if(s.getItem("sb-"+location.hostname.split(".")[0]+"-auth-token"))d.signedIn="true";if(/"ids":\\["/.test(s.getItem("saved-jobs")))d.saved="true"}catch(e){d.forgetful="true"}getComputedStyle(r).color;addEventListener("unhandledrejection",function(e){if(/^Transition was/.test(e.reason&&e.reason.message))e.preventDefault()})})(document.documentElement)`;
