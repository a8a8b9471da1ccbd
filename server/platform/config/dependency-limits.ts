const SECOND_MS = 1000;
const MIB = 1024 * 1024;

/**
 * What each thing outside of a process may take of it: time, places, tries. The code has these figures from here and no others
 * (`documents/limits.md` says them in words, and a test holds the two and the code together).
 */
export const DEPENDENCY_LIMITS = {
  /** A statement, a wait for a lock, a transaction that does nothing, a connection that is made or waited for, callers that wait by connection. */
  postgres: {
    statementMs: 5 * SECOND_MS,
    lockMs: 2 * SECOND_MS,
    idleTransactionMs: 10 * SECOND_MS,
    connectMs: 2 * SECOND_MS,
    waitingEach: 10,
  },
  /**
   * A command on the way of a request, how often it is tried again, the longest pause between two connections; how often each
   * connection is asked for a sign of life, and silence of one that owes an answer; where sentinels or a cluster are asked, a connection
   * that is made, their answer, the longest pause between two tries, and a server's answer to a farewell; and how often a cluster is
   * asked which server has what, and the answer of one that is asked.
   */
  redis: {
    commandMs: 300,
    retries: 1,
    reconnectMs: SECOND_MS,
    pulseMs: 3 * SECOND_MS,
    silenceMs: 6 * SECOND_MS,
    connectMs: SECOND_MS,
    changeMs: 200,
    farewellMs: 200,
    topologyEveryMs: SECOND_MS,
    topologyMs: 500,
  },
  /**
   * A job that is added, a queue that is read, a queue that is closed; silence, longer than a worker waits for a job; and how often its
   * connections ask a cluster which server has what: there are two for each queue, and a sweep finds what comes late.
   */
  queues: {
    addMs: 300,
    readMs: 5 * SECOND_MS,
    closeMs: SECOND_MS,
    silenceMs: 15 * SECOND_MS,
    topologyEveryMs: 5 * SECOND_MS,
  },
  /** A connection, its greeting, and silence on it; one message with all that the server says, less than `messages.claimMs`. */
  mail: { silenceMs: 10 * SECOND_MS, wholeMs: 45 * SECOND_MS },
  sms: { replyMs: 5 * SECOND_MS, replyBytes: MIB },
  /**
   * Of each of mail and text messages: those under way in a process, the first pause before another try, the longest, the pause while
   * the server is away, how long a process has a message for itself, how long one is worth sending, with a code in it and without, and
   * how often one is handed over of which nobody says whether it was taken.
   */
  messages: {
    atOnce: 4,
    firstPauseMs: 500,
    pauseMostMs: 5 * 60 * SECOND_MS,
    awayMs: 5 * SECOND_MS,
    claimMs: 60 * SECOND_MS,
    codeRetentionMs: 10 * 60 * SECOND_MS,
    retentionMs: 48 * 3600 * SECOND_MS,
    unansweredMost: 3,
  },
  /**
   * Of each message to a device: the reply, those under way, tries, the first pause and the longest. Of each service: the hosts that a
   * process keeps in mind, for how long one that took a message counts as well, and for how long one that is left alone is kept in mind
   * while nobody asks it. Of each device: failures in a row after which it is forgotten, and over how long a span at least.
   */
  webPush: {
    replyMs: 10 * SECOND_MS,
    replyBytes: MIB / 16,
    atOnce: 8,
    tries: 8,
    firstPauseMs: 5 * SECOND_MS,
    pauseMostMs: 15 * 60 * SECOND_MS,
    hosts: 100,
    livelyMs: 3600 * SECOND_MS,
    unaskedMs: 600 * SECOND_MS,
    failures: 20,
    failingMs: 24 * 3600 * SECOND_MS,
  },
  chainNodes: { replyMs: 5 * SECOND_MS, replyBytes: MIB, verdictMs: 300 * SECOND_MS },
  /** Calls of a venue's history and books: the reply, those that wait, and for how long a venue is left alone. */
  venueCalls: {
    replyMs: 10 * SECOND_MS,
    replyBytes: 8 * MIB,
    waitingMost: 500,
    coolDownMs: 60 * SECOND_MS,
    coolDownMostMs: 600 * SECOND_MS,
  },
  /** A venue's stream: the handshake, silence on it, the longest back-off, a message. */
  venueStreams: {
    handshakeMs: 10 * SECOND_MS,
    silenceMs: 12 * SECOND_MS,
    backoffMostMs: 15 * SECOND_MS,
    messageBytes: 4 * MIB,
  },
  /** A store of files: a connection, a request, tries of one; a large file that is sent as a whole, and silence while one is read. */
  objectStore: { connectMs: 2 * SECOND_MS, requestMs: 5 * SECOND_MS, tries: 2, fileMs: 60 * SECOND_MS },
  /** The time of a recording, where one is played. */
  recordedClock: { replyMs: 2 * SECOND_MS },
  /**
   * Failures in a row after which mail, text messages, a push service or a chain's node are left alone, how many recipients that are put
   * off in a row are one, and for how long it is.
   */
  breakers: { failures: 5, putOffs: 3, restMs: 30 * SECOND_MS },
} as const;
