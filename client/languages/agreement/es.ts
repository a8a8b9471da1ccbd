import type { AgreementText } from '.';

export const agreement: AgreementText = {
  updated: '2026-11-01',
  sections: [
    {
      title: 'De qué trata este acuerdo',
      text: 'Es entre usted y el operador de esta plataforma. Dice cómo puede usar la cuenta, qué hace la plataforma con su dinero y sus datos, y qué no promete. Lo acepta al marcar la casilla cuando se registra; puede leerlo aquí en cualquier momento.',
    },
    {
      title: 'Su cuenta',
      text: 'Cada persona tiene una sola cuenta, a su propio nombre. Debe ser mayor de edad y operar debe estar permitido donde vive. No dé a nadie sus contraseñas, códigos ni claves de monedero: nadie que trabaje aquí se los pedirá. Cada inicio de sesión y cada cambio de seguridad se anota y se le muestra.',
    },
    {
      title: 'Precios y operaciones',
      text: 'Los precios vienen de las bolsas que se nombran en cada página de precios. Operar tiene riesgo: puede perder todo lo que ponga y, con apalancamiento, perderlo deprisa. Nada de esto es un consejo y no se promete ninguna ganancia. Las comisiones se muestran antes de confirmar.',
    },
    {
      title: 'Depósitos y retiros',
      text: 'Los depósitos se abonan cuando se confirman. Los retiros requieren verificación de identidad, su contraseña de fondos y un código, y ninguna otra condición: nunca se pide por adelantado un impuesto, un depósito o una comisión. Los importes en curso se congelan y se muestran como tales, y puede seguir cada paso.',
    },
    {
      title: 'Sus datos',
      text: 'Guardamos lo que necesitan el servicio y la ley: contacto, documentos de identidad, órdenes, pagos y los dispositivos con los que entra. Los documentos se guardan cifrados, solo los ven los revisores y cada consulta se registra. Los datos no se venden. Las cookies y el almacenamiento local guardan su sesión y sus ajustes, nada más.',
    },
    {
      title: 'Mensajes de texto',
      text: 'Si se registra con teléfono, acepta también recibir mensajes de texto con códigos y avisos de seguridad. No llevan publicidad. Puede usar el correo en su lugar en cualquier momento.',
    },
    {
      title: 'Sus derechos y el final',
      text: 'Puede ver, corregir y exportar sus datos, cerrar la cuenta cuando esté vacía y reclamar ante la atención al cliente. Si este acuerdo cambia, se le avisa antes y se le pregunta de nuevo. Los registros que la ley exige se guardan el tiempo que diga y después se borran.',
    },
  ],
};
