/**
 * Runs before the first paint, so that neither the colour theme nor the signed-in header flashes, and nobody waits for
 * an empty list of saved jobs. It must stay a constant: the Content-Security-Policy allows it by its hash.
 * If the browser blocks storage for this site, reading it throws; features that would not work then are hidden.
 * The key is the one that supabase-js derives from the host of the data service, which is ours.
 * The script comes after the stylesheet and reads a style at the end: Chromium decides about the transition between
 * pages at the first frame, and without this has often not yet noticed that the stylesheet opts in, and drops the
 * transition. If it drops it all the same, the rejected promise is not reported as an error.
 */
export const bootScript = `(function(r){var d=r.dataset;try{var s=localStorage,t=s.getItem("theme");if(t==="light"||t==="dark")d.theme=t;if(s.getItem("sb-"+location.hostname.split(".")[0]+"-auth-token"))d.signedIn="true";if(/"ids":\\["/.test(s.getItem("saved-jobs")))d.saved="true"}catch(e){d.forgetful="true"}getComputedStyle(r).color;addEventListener("unhandledrejection",function(e){if(/^Transition was/.test(e.reason&&e.reason.message))e.preventDefault()})})(document.documentElement)`;
