import type { RefusalWords } from './words.js';

export const es: RefusalWords = {
  'request.invalid': 'Revise este campo: {field}',
  'request.malformed': 'No se pudo leer la solicitud',
  'request.unknown-route': 'Esta operación no existe',
  'request.method-not-allowed': 'Esta operación no admite ese método',
  'request.too-large': 'La solicitud es demasiado grande',
  'request.unsupported-type': 'Este tipo de contenido no es compatible',
  'request.too-many': 'Demasiadas solicitudes, inténtelo de nuevo más tarde',
  'request.unavailable': 'El servicio no está disponible temporalmente, inténtelo de nuevo más tarde',
  'request.failed': 'Se ha producido un error, inténtelo de nuevo más tarde (referencia {request})',
  'session.required': 'Inicie sesión primero',
  'language.unknown': 'Este idioma no está disponible',
  'markets.unknown-symbol': 'Este par de negociación no existe',
  'markets.unknown-period': 'Este período no está disponible',
  'markets.invalid-range': 'El intervalo de tiempo no es válido',
  'markets.no-price': 'No hay precio en este momento',
};
