/** Figures by their name and book. */
export function someMetrics() {
  const figures: Record<string, number> = {};
  const metrics = new Proxy(
    {},
    {
      get: (_none, name: string) => ({
        set: (labels: { book?: string } | number, value?: number) => {
          if (typeof labels === 'number') figures[name] = labels;
          else figures[`${name} ${labels.book}`] = value ?? Number.NaN;
        },
      }),
    },
  );
  return { figures, metrics: metrics as never };
}
