export { ChooseLanguage } from './choose-language';
export { ChooseAppearance, ChooseDirectionColours, ChooseTabBar } from './display-settings';
