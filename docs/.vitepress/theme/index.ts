import type { Theme } from 'vitepress';
// Without the theme's web font: the reader's own is as good, and 1 MB smaller.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { Diagram } from './diagram.js';
import './style.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Diagram', Diagram);
  },
};

export default theme;
