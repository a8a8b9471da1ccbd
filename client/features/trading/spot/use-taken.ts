import { useState } from 'react';

/** A price that was tapped; a new object with every tap. */
export interface Taken {
  price: string;
}

/** Takes what is tapped while the ticket is there, once for each tap; one that is made anew takes nothing of before. */
export function useTaken(taken: Taken | null, take: (price: string) => void): void {
  const [before, setBefore] = useState(taken);
  if (taken === before) return;
  setBefore(taken);
  if (taken) take(taken.price);
}
