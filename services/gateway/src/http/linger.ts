import type { IncomingMessage } from 'node:http';

/**
 * After the answer to a request that is still being sent, only our side of the connection is closed: what comes is read and thrown
 * away until the sender closes too, or for a while. To close at once would reset the connection, and whoever writes then loses the
 * answer unread, as proxies do. Source: RFC 9112, 9.6.
 */
export function lingerAfter(request: IncomingMessage, ms: number): void {
  const { socket } = request;
  const closeNow = socket.destroySoon.bind(socket);
  // Node calls this once the answer that closes the connection is written.
  socket.destroySoon = () => {
    if (request.complete) return closeNow();
    const late = setTimeout(() => socket.destroy(), ms);
    socket.once('close', () => clearTimeout(late));
    socket.end();
    request.once('end', closeNow).resume();
  };
}
