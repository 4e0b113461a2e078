import type { Socket } from 'node:net';

/** Pairs of sockets: each carries to the other what comes, and they end together. */
export class SocketPairs {
  readonly #sockets = new Set<Socket>();

  join(near: Socket, far: Socket): void {
    this.#carry(near, far);
    this.#carry(far, near);
  }

  /** Ends all of them. */
  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #carry(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
