//! Record batch headers.
