/** What the oldest clients ask for before anything else. Not in the usual envelope. */
export class EnvironmentView {
  /** Where the sockets are: the product's own port. */
  socket_io_port: number;
  /** 1: a login takes a text message. Never here: what it takes is said by the login itself. */
  login_need_smscode: number;
}
