/** The route name of sockets in logs and metrics. */
export const socketPath = '/realtime/v1/websocket';
