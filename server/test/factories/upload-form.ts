/** The bytes of a multipart form, as a browser sends them or as no browser would. */
export interface FormPart {
  name: string;
  /** Null: a text field. */
  filename?: string | null;
  type?: string;
  body: Buffer | string;
}

export const BOUNDARY = '----formBoundary7MA4YWxkTrZu0gW';

export function formBytes(parts: FormPart[], boundary = BOUNDARY): Buffer {
  const pieces = parts.flatMap(({ name, filename = 'photo.jpg', type = 'image/jpeg', body }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === null ? '\r\n\r\n' : `; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}
