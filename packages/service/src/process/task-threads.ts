import { setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

// What takes long is done on threads of its own, which on Linux give way to all others, so that nobody who edits waits for it. Such a thread
// begins where the process does, in its main.ts, since that is the file that a bundle is sure to have: it looks whether the thread's
// workerData is the name of a kind of task, and then serves that. Only where it is not, main.ts imports the service itself: that takes
// ten times as long, and twice the memory.

/** A kind of task for threads of its own. Those who ask and those who do it are both made from this. */
export interface TaskKind<Task, Answer extends object> {
  /** The workerData of its threads. */
  readonly name: string;
  /** Most threads. */
  readonly most: number;
  /** How far they give way, as `nice` counts it. */
  readonly niceness: number;
  /** Does a task, on whichever thread. */
  readonly work: (task: Task) => Answer | Promise<Answer>;
  /** What of an answer changes hands instead of being copied. */
  readonly transfer?: (answer: Answer) => ArrayBuffer[];
}

interface Asked<Task, Answer> {
  readonly task: Task;
  readonly resolve: (answer: Answer | null) => void;
}

/** Threads that do tasks in the order in which they came, begun when they are first needed; an idle one keeps no process alive. */
export class TaskThreads<Task, Answer extends object> {
  readonly #kind: TaskKind<Task, Answer>;
  readonly #entry: URL;
  readonly #idle: Worker[] = [];
  readonly #waiting: Asked<Task, Answer>[] = [];
  #count = 0;

  /** `entry` is the main.ts of this process. */
  constructor(kind: TaskKind<Task, Answer>, settings: { readonly entry: URL }) {
    this.#kind = kind;
    this.#entry = settings.entry;
  }

  /** Does a task on one of the threads; where that fails, or the thread is lost, here, so that the failure is as ever. */
  readonly run = async (task: Task): Promise<Answer> => (await this.#tryRun(task)) ?? this.#kind.work(task);

  /** Ends the threads that do nothing. */
  async stop(): Promise<void> {
    await Promise.all(this.#idle.map((worker) => worker.terminate()));
  }

  async #tryRun(task: Task): Promise<Answer | null> {
    return await new Promise((resolve) => {
      this.#waiting.push({ task, resolve });
      this.#next();
    });
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? this.#begin();
    const asked = worker === null ? undefined : this.#waiting.shift();
    if (worker === null || asked === undefined) return;
    worker.ref();
    const settle = (answer: Answer | null): void => {
      worker.off('message', answered);
      worker.off('error', lost);
      worker.unref();
      asked.resolve(answer);
    };
    const answered = (answer: Answer | null): void => {
      settle(answer);
      this.#idle.push(worker);
      this.#next();
    };
    const lost = (): void => {
      this.#count--;
      settle(null);
      this.#next();
    };
    worker.on('message', answered);
    worker.on('error', lost);
    // A thread has no origin: the second argument is what changes hands, which is nothing.
    worker.postMessage(asked.task, []);
  }

  #begin(): Worker | null {
    const { name, most } = this.#kind;
    if (this.#count >= most) return null;
    this.#count++;
    return new Worker(this.#entry, { workerData: name, name });
  }
}

/** The thread's side: does each task in turn from now on. A failure is told by null: who asked does the task again, and says what is wrong. */
export function serveTasks<Task, Answer extends object>(kind: TaskKind<Task, Answer>): void {
  giveWay(kind.niceness);
  const port = parentPort;
  port?.on('message', (task: Task) => {
    void (async () => {
      try {
        const answer = await kind.work(task);
        port.postMessage(answer, kind.transfer?.(answer) ?? []);
      } catch {
        port.postMessage(null, []);
      }
    })();
  });
}

function giveWay(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, niceness);
  } catch {
    // Some containers forbid it: then it is a thread as any other.
  }
}
