/** Under which sockets are known to those who look after the site. */
export const socketPath = '/realtime/v1/websocket';
