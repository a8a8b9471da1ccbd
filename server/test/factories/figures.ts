/** Figures by their name and book, or part. */
export function someMetrics() {
  const figures: Record<string, number> = {};
  const metrics = new Proxy(
    {},
    {
      get: (_none, name: string) => ({
        set: (labels: { book?: string; part?: string } | number, value?: number) => {
          if (typeof labels === 'number') figures[name] = labels;
          else figures[`${name} ${labels.book ?? labels.part}`] = value ?? Number.NaN;
        },
      }),
    },
  );
  return { figures, metrics: metrics as never };
}
