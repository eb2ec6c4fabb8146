/**
 * Runs before the first paint, so that neither the colour theme nor the signed-in header
 * flashes. It must stay a constant: the Content-Security-Policy allows it by its hash.
 * The key is the one supabase-js derives from the host of the data service, which is ours.
 */
export const bootScript = `(function(d){try{var s=localStorage,t=s.getItem("theme");if(t==="light"||t==="dark")d.theme=t;if(s.getItem("sb-"+location.hostname.split(".")[0]+"-auth-token"))d.signedIn="true"}catch(e){}})(document.documentElement.dataset)`;
