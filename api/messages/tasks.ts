export type MessageTasks = {
  /** Queued by the database, in the transaction that writes the message. */
  'message-mail': { messageId: string };
};
