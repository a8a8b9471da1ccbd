/** Places on a map. */
export const words = {
  places: {
    map: 'Map. Arrow keys move it, plus and minus change how near it is.',
    zoomIn: 'Nearer',
    zoomOut: 'Farther',
    help: 'Move the map until the pin is where you mean.',
    country: 'Country',
    chooseCountry: 'Choose a country',
    degrees: 'Latitude, longitude',
    degreesHelp: 'For example 35.6812, 139.7671',
    here: 'Use where I am',
    noLocation: 'Your browser does not say where you are. Choose the place on the map.',
    noPlace: 'This is no place. Write two numbers: latitude, longitude.',
    choose: 'Choose this place',
  },
};

export type PlacesWords = typeof words;
