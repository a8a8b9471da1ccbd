/** Restarts the server after each successful compilation, one restart at a time. */
export class Restarter {
  /**
   * @param {import('./launcher.mjs').Launcher} launcher
   * @param {() => void} onReady
   */
  constructor(launcher, onReady) {
    this.launcher = launcher;
    this.onReady = onReady;
    this.due = false;
  }

  async restartIfDue() {
    if (!this.due) return;
    this.due = false;
    try {
      await this.launcher.stopServer();
      await this.launcher.migrate();
      await this.launcher.startServer();
      this.onReady();
    } catch (error) {
      // Half-written code may compile and yet not start; the next change gets another chance.
      console.error(error instanceof Error ? error.message : error);
    }
  }
}
